"""Checks JSON against a schema that uses a subset of JSON Schema. An unsupported keyword is an error, not ignored."""
import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int, "number": (int, float)}
NOTES = {"$schema", "$id", "title", "description", "format"}


def failures(value, schema, place="report"):
    """Yields a sentence for each violation of `schema` in `value`."""
    unknown = set(schema) - NOTES - {
        "type", "const", "enum", "pattern", "minimum", "minItems", "required", "properties", "additionalProperties", "items"}
    if unknown:
        raise ValueError(f"the schema uses {', '.join(sorted(unknown))}, which scripts/evidence/schema.py does not support")
    if "type" in schema and not has_type(value, schema["type"]):
        yield f"{place}: {value!r:.60} is not of type {schema['type']}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{place}: {value!r:.60} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r:.60} is not one of {', '.join(map(repr, schema['enum']))}"
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield f"{place}: {value!r:.60} does not match {schema['pattern']}"
    if "minimum" in schema and isinstance(value, (int, float)) and value < schema["minimum"]:
        yield f"{place}: {value} is less than {schema['minimum']}"
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield f"{place}: has fewer than {schema['minItems']} elements"
        for number, element in enumerate(value):
            yield from failures(element, schema.get("items", {}), f"{place}[{number}]")
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for key in schema.get("required", []):
            if key not in value:
                yield f"{place}: {key} is missing"
        for key, element in value.items():
            if key in properties:
                yield from failures(element, properties[key], f"{place}.{key}")
            elif schema.get("additionalProperties") is False:
                yield f"{place}: the key {key} is not allowed"


def has_type(value, names):
    names = [names] if isinstance(names, str) else names
    # In Python, True is an integer.
    return any(isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool)) for name in names)
