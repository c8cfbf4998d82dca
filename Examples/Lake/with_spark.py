# The same as with_duckdb.py on Apache Spark. Run it with python3, which starts Spark on this machine, or with spark-submit on a cluster (docs/scale.md).
#
#   halo simulate cohort people --wearers 20 --days 30
#   python3 -m halodata append people-lake people
#   python3 Examples/Lake/with_spark.py people-lake

# %% Open the lake
import os
import sys

import figures
from halodata import spark
from pyspark.sql import SparkSession
from pyspark.sql import functions as f

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
session = SparkSession.builder.appName("halo").config("spark.sql.session.timeZone", "UTC").getOrCreate()
lake = spark.Lake(session, sys.argv[1] if len(sys.argv) > 1 else "people-lake")

# %% The median resting heart rate of each person and week: a query on values that Halo computed
weeks = (
    lake.table("derived").where("metric = 'resting-heart-rate'")
    .groupBy("wearer", f.date_trunc("week", "day").alias("week")).agg(f.median("value").alias("bpm")).orderBy("wearer", "week").toPandas())
print(weeks.head())
figures.resting_heart_rates(weeks, "spark-resting-heart-rates.png")

# %% Which days have data
days = lake.completeness().toPandas()
print(f"{days['whole'].mean():.0%} of {len(days)} days are complete")
figures.completeness(days, "spark-completeness.png")

# %% The heart rate from raw light
rates = lake.heart_rate().orderBy("wearer", "recording", "start").toPandas()
print(rates[["wearer", "recording", "start", "bpm", "confidence"]].head())
figures.heart_rates(rates, "spark-heart-rates.png")

# %% Decode everything again with this version of halo, and compare it with what was stored
again = lake.decode("nights").count()
stored = lake.table("nights").where("import IS NULL").count()
print(f"{again} nights decoded again; {stored} were stored")
session.stop()
