"""Reads the compiler's index: which symbols a source declares and uses, over the toolchain's libIndexStore."""
import ctypes
import functools
import pathlib
import shutil

DECLARES, USES = 1 | 2, 4  # indexstore_symbol_role_t: declaration, definition, reference
RECORD = 2  # indexstore_unit_dependency_kind_t


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


_pointer = ctypes.c_void_p


def _visitor(kind):
    return ctypes.CFUNCTYPE(ctypes.c_bool, _pointer, kind)


@functools.cache
def _library():
    program = pathlib.Path(shutil.which("swiftc")).resolve()
    library = ctypes.CDLL(str(program.parent.parent / "lib/libIndexStore.so"))
    for name, result, *arguments in (
        ("store_create", _pointer, ctypes.c_char_p, _pointer),
        ("store_units_apply_f", ctypes.c_bool, _pointer, ctypes.c_uint, _pointer, _visitor(_Text)),
        ("unit_reader_create", _pointer, _pointer, ctypes.c_char_p, _pointer),
        ("unit_reader_dispose", None, _pointer),
        ("unit_reader_get_main_file", _Text, _pointer),
        ("unit_reader_get_module_name", _Text, _pointer),
        ("unit_reader_dependencies_apply_f", ctypes.c_bool, _pointer, _pointer, _visitor(_pointer)),
        ("unit_dependency_get_kind", ctypes.c_uint, _pointer),
        ("unit_dependency_get_name", _Text, _pointer),
        ("record_reader_create", _pointer, _pointer, ctypes.c_char_p, _pointer),
        ("record_reader_dispose", None, _pointer),
        ("record_reader_occurrences_apply_f", ctypes.c_bool, _pointer, _pointer, _visitor(_pointer)),
        ("occurrence_get_symbol", _pointer, _pointer),
        ("occurrence_get_roles", ctypes.c_uint64, _pointer),
        ("occurrence_get_line_col", None, _pointer, ctypes.POINTER(ctypes.c_uint), ctypes.POINTER(ctypes.c_uint)),
        ("symbol_get_usr", _Text, _pointer),
        ("symbol_get_name", _Text, _pointer),
    ):
        function = getattr(library, f"indexstore_{name}")
        function.restype, function.argtypes = result, arguments
    return library


def _call(name, *arguments):
    return getattr(_library(), f"indexstore_{name}")(*arguments)



def occurrences(store, modules, roles):
    """Yields (file, line, symbol, name) for each declaration or use of a symbol in the sources of some modules that still exist."""
    failure = ctypes.c_void_p()
    opened = _call("store_create", str(store).encode(), ctypes.byref(failure))
    if not opened:
        raise SystemExit(f"there is no index at {store}")
    units = []
    _call("store_units_apply_f", opened, 0, None, _visitor(_Text)(lambda _, name: units.append(str(name)) or True))
    for name in units:
        unit = _call("unit_reader_create", opened, name.encode(), ctypes.byref(failure))
        if not unit:
            continue
        module, file = str(_call("unit_reader_get_module_name", unit)), pathlib.Path(str(_call("unit_reader_get_main_file", unit)))
        if module in modules and file.exists():
            records = []

            def note(_, dependency):
                if _call("unit_dependency_get_kind", dependency) == RECORD:
                    records.append(str(_call("unit_dependency_get_name", dependency)))
                return True

            _call("unit_reader_dependencies_apply_f", unit, None, _visitor(_pointer)(note))
            for record in records:
                yield from _record(opened, record, file, roles)
        _call("unit_reader_dispose", unit)


def _record(store, record, file, roles):
    failure, found = ctypes.c_void_p(), []
    reader = _call("record_reader_create", store, record.encode(), ctypes.byref(failure))
    if not reader:
        return
    line, column = ctypes.c_uint(), ctypes.c_uint()

    def note(_, occurrence):
        if _call("occurrence_get_roles", occurrence) & roles:
            symbol = _call("occurrence_get_symbol", occurrence)
            _call("occurrence_get_line_col", occurrence, ctypes.byref(line), ctypes.byref(column))
            found.append((file, line.value, str(_call("symbol_get_usr", symbol)), str(_call("symbol_get_name", symbol))))
        return True

    _call("record_reader_occurrences_apply_f", reader, None, _visitor(_pointer)(note))
    _call("record_reader_dispose", reader)
    yield from found
