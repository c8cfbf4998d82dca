# A notebook as a program: run the whole file, or its cells in an editor that knows "# %%".
#
#   halo simulate cohort people --wearers 20 --days 30
#   python3 -m halodata append people-lake people
#   python3 Examples/Lake/with_duckdb.py people-lake

# %% Open the lake
import sys

import figures
from halodata.lake import Lake, show_progress

lake = Lake(sys.argv[1] if len(sys.argv) > 1 else "people-lake")
print(f"{len(lake.wearers())} people")

# %% The median resting heart rate of each person and week: a query on values that Halo computed
weeks = lake.sql("""
    SELECT wearer, date_trunc('week', day) AS week, median(value) AS bpm
    FROM derived WHERE metric = 'resting-heart-rate' GROUP BY ALL ORDER BY wearer, week""")
print(weeks.head())
figures.resting_heart_rates(weeks, "resting-heart-rates.png")

# %% Which days have data
days = lake.completeness(progress=show_progress("completeness")).to_pandas()
print(f"{days['whole'].mean():.0%} of {len(days)} days are complete")
figures.completeness(days, "completeness.png")

# %% The heart rate from raw light
rates = lake.heart_rate(progress=show_progress("heart rates")).to_pandas()
print(rates[["wearer", "recording", "start", "bpm", "confidence"]].head())
figures.heart_rates(rates, "heart-rates.png")

# %% Decode everything again with this version of halo, and compare it with what was stored
again = lake.decode("nights", progress=show_progress("nights"))
stored = lake.sql("SELECT count(*) AS nights FROM nights WHERE import IS NULL")["nights"][0]
print(f"{again.num_rows} nights decoded again; {stored} were stored")
