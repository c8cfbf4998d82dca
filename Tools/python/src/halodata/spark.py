"""The functions of a lake on Apache Spark: the same rows as :class:`halodata.lake.Lake`, computed on a cluster.

    from halodata import spark
    people = spark.Lake(session, "people-lake")
    people.heart_rate().groupBy("wearer").avg("bpm").show()

Each Python process of Spark keeps a `halo worker`. The lake must be at an address that all machines reach.
"""

from __future__ import annotations

import os

import pyarrow as pa

from . import lake as lakes
from .kinds import KINDS
from .tasks import Computations, Task, Unit, computed
from .worker import Worker

#: Wearers per task of Spark: small enough for progress and retries, large enough to start few tasks.
WEARERS_PER_TASK = 8


class Lake(Computations):
    """A lake on a Spark session. ``halo`` is the path of the program on the machines of the cluster, if Spark does not distribute it."""

    def __init__(self, session, location, halo=None):
        self.session = session
        # Each page that is read is compared with its checksum.
        session.sparkContext._jsc.hadoopConfiguration().set("parquet.page.verify-checksum.enabled", "true")
        self.lake = lakes.Lake(location)
        self.location = self.lake.location if "://" in self.lake.location else os.path.abspath(self.lake.location)
        self.halo = str(halo) if halo else None

    def table(self, kind: str):
        """A kind of the lake as a DataFrame of Spark."""
        paths = self.lake.files(kind)
        if paths:
            return self.session.read.parquet(*paths)
        return self.session.createDataFrame([], _ddl(KINDS[kind].schema))

    def run(self, task: Task):
        """Computes a task for all wearers, and returns a DataFrame of Spark, in no order."""
        units = self.lake.wearers()
        partitions = max(1, -(-len(units) // WEARERS_PER_TASK))
        # Wearers of a group share files, and stay together.
        parallel = self.session.sparkContext.parallelize(units, partitions)
        table = self.session.createDataFrame(parallel, "`group` int, wearer string")
        return table.mapInPandas(_Mapping(self.location, task, self.halo), _ddl(task.schema))


class _Mapping:
    """The function that runs on the cluster: units in, rows out."""

    #: The worker of this Python process, which Spark uses for many tasks.
    worker: Worker | None = None

    def __init__(self, location: str, task: Task, halo: str | None):
        self._location, self._task, self._halo = location, task, halo

    def __call__(self, batches):
        reader = lakes.Reader(lakes.Lake(self._location))
        for batch in batches:
            for group, wearer in zip(batch["group"], batch["wearer"]):
                yield _pandas(self._compute(reader, Unit(int(group), wearer)))

    def _compute(self, reader, unit: Unit) -> pa.Table:
        def keep(worker: Worker | None) -> None:
            _Mapping.worker = worker

        return computed(reader, unit, self._task, self._halo, _Mapping.worker, keep)


def _pandas(table: pa.Table):
    import pandas as pd
    # Types with missing values: otherwise numbers become floats, and a missing value becomes NaN.
    types = {pa.int64(): pd.Int64Dtype(), pa.float64(): pd.Float64Dtype(), pa.bool_(): pd.BooleanDtype()}
    return table.to_pandas(types_mapper=types.get)


def _ddl(schema: pa.Schema) -> str:
    """A schema in Spark's language."""
    names = {pa.int64(): "bigint", pa.float64(): "double", pa.string(): "string", pa.bool_(): "boolean", pa.binary(): "binary", pa.date32(): "date"}
    return ", ".join(f"`{field.name}` {names.get(field.type, 'timestamp')}" for field in schema)
