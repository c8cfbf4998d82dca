"""The command line of halodata: lakes.

    python3 -m halodata append LAKE JOURNAL…            add the data of journals (a folder stands for all journals in it)
    python3 -m halodata verify LAKE                     compare every file with its digest
    python3 -m halodata repair LAKE [JOURNAL…]          leave out damaged files, restore lost lists, and append the journals
    python3 -m halodata dictionary LAKE                 print the data dictionary
    python3 -m halodata sql LAKE QUERY                  query the kinds of data with DuckDB; --output writes all rows to a file
    python3 -m halodata run LAKE TASK --output FILE     compute a task for all wearers, with DuckDB's machine or with Spark
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
import warnings

from .errors import HaloDataError


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(prog="halodata", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    append = commands.add_parser("append", help="add the data of journals to a lake")
    append.add_argument("lake")
    append.add_argument("journals", nargs="+", type=pathlib.Path)
    append.add_argument("--groups", type=int, help="a new lake's number of groups of wearers (default: 16)")
    append.add_argument("--names", action="store_true", help="a new lake keeps names and addresses, in place of pseudonyms")
    repair = commands.add_parser("repair", help="leave out damaged files, restore lost lists, and append journals")
    repair.add_argument("lake")
    repair.add_argument("journals", nargs="*", type=pathlib.Path)
    for command in (append, repair):
        command.add_argument("--key", help="the file with the key of the pseudonyms (default: LAKE.key)")
    for name, words in (("verify", "compare every file with its digest"), ("dictionary", "print the data dictionary")):
        commands.add_parser(name, help=words).add_argument("lake")
    sql = commands.add_parser("sql", help="query a lake with DuckDB")
    sql.add_argument("lake")
    sql.add_argument("query")
    sql.add_argument("--output", type=pathlib.Path, help="write all rows to this file: CSV, or Parquet if its name ends so")
    run = commands.add_parser("run", help="compute a task for all wearers")
    run.add_argument("lake")
    run.add_argument("task", choices=["decode", "sleep", "daily-metrics", "completeness", "heart-rate", "hrv"])
    run.add_argument("--kind", default="samples", help="decode: samples, nights, totals, coverage or derived (default: samples)")
    run.add_argument("--engine", choices=["duckdb", "spark"], default="duckdb", help="this machine, or Spark (default: duckdb)")
    run.add_argument("--output", required=True, help="the Parquet file (duckdb) or folder (spark) to write")
    run.add_argument("--halo", help="the path of the program halo")
    run.add_argument("--workers", type=int, help="duckdb: the number of workers (default: one per core)")
    run.add_argument("--master", help="spark: the address of the cluster (default: local[*], or that of spark-submit)")
    options = parser.parse_args(arguments)
    warnings.showwarning = lambda message, *_: print(f"halodata: {message}", file=sys.stderr)
    try:
        return globals()[f"_{options.command}"](options)
    except (HaloDataError, ValueError, OSError) as error:
        print(f"halodata: {error}", file=sys.stderr)
        return 1
    except ImportError as error:
        print(f"halodata: {error.name} is not installed. Install it: pip install 'halodata[lake]', or 'halodata[spark]' for Spark.", file=sys.stderr)
        return 1


#: A terminal shows so many rows of a query.
SHOWN = 1000


def _journals(paths) -> list[pathlib.Path]:
    journals = []
    for path in paths:
        journals += sorted(path.rglob("*.sqlite")) if path.is_dir() else [path]
    if paths and not journals:
        raise HaloDataError(f"no journal (*.sqlite) is in {', '.join(map(str, paths))}.")
    return journals


def _append(options) -> int:
    from .lake import Lake
    return _written(Lake(options.lake, groups=options.groups, pseudonyms=False if options.names else None, key=options.key), "append", options)


def _repair(options) -> int:
    from .lake import Lake
    return _written(Lake(options.lake, key=options.key), "repair", options) or _verify(options)


def _written(lake, command: str, options) -> int:
    from .lake import show_progress

    def waiting(holder: str) -> None:
        print(f"halodata: waiting for another append to {options.lake}: {holder}", file=sys.stderr, flush=True)

    counts = getattr(lake, command)(_journals(options.journals), progress=show_progress("groups"), waiting=waiting)
    lake.write_dictionary()
    print(f"{counts['wearers']} wearers, {counts['changed']} with new data; {counts['rows']:,} rows and {counts['bytes']:,} bytes written.")
    for path, wearer, reason in counts["left_out"]:
        print(f"halodata: left out, because it cannot be read: {wearer} of {path}: {reason}", file=sys.stderr)
    return 1 if counts["left_out"] else 0


def _verify(options) -> int:
    from .lake import Lake
    lake = Lake(options.lake)
    wrong = lake.verify()
    for problem in wrong:
        print(problem)
    print(f"{lake.count_files()} files, {len(wrong)} wrong." + (
        f" Write them again from their journals: python3 -m halodata repair {options.lake} JOURNAL…" if wrong else ""))
    return 1 if wrong else 0


def _dictionary(options) -> int:
    from .lake import Lake
    print(Lake(options.lake).write_dictionary())
    return 0


def _sql(options) -> int:
    import duckdb
    from .lake import Lake
    connection = Lake(options.lake).connection(options.query)
    try:
        found = connection.sql(options.query)
        if found is None:
            return 0
        if options.output:
            written = found.write_parquet if options.output.suffix == ".parquet" else found.write_csv
            written(str(options.output))
            return 0
        rows = found.limit(SHOWN).fetchall()
        more = found.count("*").fetchall()[0][0] - len(rows) if len(rows) == SHOWN else 0
    except duckdb.Error as error:
        raise HaloDataError(f"the query failed: {error}\nThe columns of each kind: python3 -m halodata dictionary {options.lake}") from error
    _print_table(found.columns, rows)
    if more:
        print(f"halodata: {more:,} more rows. All of them: --output FILE.csv, or FILE.parquet", file=sys.stderr)
    return 0


def _print_table(names: list[str], rows: list[tuple]) -> None:
    """Prints all of each row; numbers are aligned on the right."""
    numeric = [all(row[place] is None or isinstance(row[place], (int, float)) for row in rows) for place in range(len(names))]
    lines = [names, *(["" if value is None else str(value) for value in row] for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(names))]
    for line in lines:
        print("  ".join(text.rjust(width) if is_number else text.ljust(width) for text, width, is_number in zip(line, widths, numeric)).rstrip())


def _run(options) -> int:
    from .tasks import TASKS
    task = TASKS[options.task](*([options.kind] if options.task == "decode" else []))
    if options.engine == "spark":
        # On this machine, Spark's Python processes need the same packages.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        from pyspark.sql import SparkSession
        from .spark import Lake as SparkLake
        builder = SparkSession.builder.appName(f"halodata {options.task}").config("spark.ui.showConsoleProgress", "true")
        session = (builder.master(options.master) if options.master else builder).getOrCreate()
        try:
            SparkLake(session, options.lake, options.halo).run(task).write.mode("overwrite").parquet(options.output)
            rows = session.read.parquet(options.output).count()
        finally:
            session.stop()
    else:
        if not pathlib.Path(options.output).absolute().parent.is_dir():
            raise HaloDataError(f"{options.output} cannot be written: its folder does not exist.")
        import pyarrow.parquet
        from .lake import Lake, show_progress
        table = Lake(options.lake, halo=options.halo).run(task, workers=options.workers, progress=show_progress("wearers"))
        pyarrow.parquet.write_table(table, options.output, compression="zstd")
        rows = table.num_rows
    print(f"{rows:,} rows in {options.output}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
