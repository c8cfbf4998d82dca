"""Finds terms and quotation marks in German texts that docs/writing.md forbids."""
import re


def terms(page):
    """Returns the forbidden terms of the glossary of a page, each with its exceptions: "Puls (except Pulsoximeter)"."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.split("\n") if line.startswith("|")]
    forbidden = next((number for number, row in enumerate(rows) if row[-1] == "never in German"), None)
    if forbidden is None:
        raise ValueError("the glossary has no column 'never in German'")
    found = {}
    for row in rows[forbidden + 2:]:
        if len(row) != len(rows[forbidden]):
            break
        for term, exceptions in re.findall(r"([^,(]+)(?:\(except ([^)]*)\))?", row[-1]):
            if term.strip():
                found[term.strip()] = [word.strip() for word in exceptions.split(",") if word.strip()]
    return found


def problems(text, forbidden):
    """Returns what is wrong in a German text. A term of one word is also found within a longer word."""
    found = []
    for term, exceptions in forbidden.items():
        rest = text
        for word in exceptions:
            rest = re.sub(re.escape(word), "", rest, flags=re.IGNORECASE)
        if re.search((r"\b" if " " in term else "") + re.escape(term), rest, re.IGNORECASE):
            found.append(f"'{term}' is forbidden by the glossary of docs/writing.md")
    quotations = re.findall("‚([^‚‘]*)‘", text)
    if re.search("[\"'„“”‚‘’]", re.sub("‚[^‚‘]*‘", "", text)) or any(re.search("['„“”’]", words) for words in quotations):
        found.append("quotation marks other than ‚…‘")
    return found
