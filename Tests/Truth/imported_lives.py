"""Simulated people whose phones, watches, rings and apps will write files that Halo imports.

The life comes first: the times and places of walks, sleep and workouts, and the times at which each device was worn. The knowledge of all devices about
each day follows from it (`Life.days`). imported_files.py writes the files; nothing here is read from them or from Halo. Minutes are counted from 1970.
All minutes of a walk are equal, so that a part of an interval has the same part of its value.
"""
import dataclasses
import datetime
import random
import zoneinfo

ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "America/Los_Angeles", "Asia/Tokyo")
QUANTITIES = ("steps", "meters", "kilocalories")
GADGETS = ("colmi", "huami", "garmin", "cmf", "generic")
# What devices report of a sleep: its stages; light and deep sleep; asleep and awake; asleep, with gaps; asleep throughout; a longer time that is a guess.
STAGED, BAND, AWAKE, PIECES, WHOLE, LONG = "staged", "band", "awake", "pieces", "whole", "long"


@dataclasses.dataclass
class Walk:
    """Minutes from `first` to before `last`, with what happens in each."""
    first: int
    last: int
    steps: int
    meters: float
    kilocalories: int


@dataclasses.dataclass
class Sleep:
    """A sleep as it was, or as a device reports it: parts of a stage and minutes, and the minutes of going to bed and getting up if they are known."""
    first: int
    parts: list
    bed: tuple = None
    device: object = None

    def minutes(self, *stages):
        return sum(minutes for stage, minutes in self.parts if stage in stages)

    def __post_init__(self):
        self.last = self.first + sum(minutes for _, minutes in self.parts)
        self.asleep = self.minutes("light", "deep", "rem", "asleep")
        self.staged = self.minutes("light", "deep", "rem") > 0


@dataclasses.dataclass
class Workout:
    """A workout with the totals of all its time; the minutes of a pause; the meters and kilocalories of each of several sports."""
    first: int
    last: int
    kind: str
    meters: float
    kilocalories: int
    pause: tuple = (0, 0)
    parts: tuple = ()

    def __post_init__(self):
        self.paused = self.pause[1] - self.pause[0]


@dataclasses.dataclass
class Device:
    """A device or an app: when it is worn (spans of minutes), what it counts and reports, and what writes its data."""
    name: str
    worn: list
    counts: tuple = ()
    # The longest interval that it writes; if `slots`, all begin at a multiple of it.
    chunk: int = 10
    slots: bool = False
    # Steps that it counts too many in each minute of a walk.
    extra: int = 0
    sleep: str = None
    beds: bool = False
    # Minutes between heart rates; 0 for none. In a workout there is one every three minutes.
    heart: int = 0
    trains: bool = False
    # True if it writes totals since midnight; true if its file has the times at which it was not worn.
    cumulative: bool = False
    admits: bool = False
    writer: tuple = ()

    def wears(self, minute):
        return any(first <= minute < last for first, last in self.worn)

    def intervals(self, life, dice):
        """Yields walks in the intervals in which it counts them."""
        for walk in life.walks:
            minutes = [minute for minute in range(walk.first, walk.last) if self.wears(minute)]
            while minutes:
                first = minutes[0]
                length = self.chunk - first % self.chunk if self.slots else dice.randint(1, self.chunk)
                taken = [minute for index, minute in enumerate(minutes[:length]) if minute == first + index]
                minutes = minutes[len(taken):]
                yield dataclasses.replace(walk, first=first, last=first + len(taken), steps=walk.steps + self.extra)

    def reports(self, life):
        """Returns the sleeps that it saw, as it reports them."""
        return [self.report(sleep) for sleep in life.sleeps if self.sleep and self.wears(sleep.first) and self.wears(sleep.last - 1)]

    def report(self, sleep):
        bed = sleep.bed if self.beds else None
        if self.sleep == LONG:
            return Sleep(sleep.first - 20, [("asleep", sleep.last - sleep.first + 45)], None, self)
        names = {STAGED: {}, BAND: {"rem": "light"}}.get(self.sleep, dict.fromkeys(("light", "deep", "rem"), "asleep"))
        names = names | ({"awake": "asleep"} if self.sleep == WHOLE else {})
        return Sleep(sleep.first, merged((names.get(stage, stage), minutes) for stage, minutes in sleep.parts), bed, self)

    def beats(self, life):
        """Returns the heart rates that it logs, as minutes and values."""
        minutes = sorted({minute for first, last in self.worn for minute in range(first, last)}) if self.heart else []
        training = {minute: workout for workout in life.workouts for minute in range(workout.first, workout.last)}
        paused = {minute for workout in life.workouts for minute in range(*workout.pause)}
        return [(minute, life.heart_rate(minute)) for minute in minutes
                if minute % (3 if minute in training else self.heart) == 0 and minute not in paused]


class Life:
    """The life of a seed."""

    def __init__(self, seed):
        dice = self.dice = random.Random(seed)
        self.seed, self.home = seed, dice.choice(ZONES)
        self.kind = "apple" if seed % 10 < 5 else "gadgetbridge" if seed % 10 < 8 else "connect"
        self.first_date, count = self.choose_date(), dice.randint(3, 5)
        # Gadgetbridge's database has no zones.
        travels = self.kind != "gadgetbridge" and count > 3 and dice.random() < 0.4
        # The records that name their zone: all, only sleep and workouts, or none.
        self.tags = "all" if self.kind == "connect" else dice.choice(("all", "sleep") if travels else ("none", "none", "sleep"))
        elsewhere = dice.random() < 0.2
        self.zone = dice.choice([zone for zone in ZONES if zone != self.home]) if elsewhere else self.home
        self.asks_zone = elsewhere and self.tags != "all"
        self.gadgets = [GADGETS[(seed // 10 * 3 + seed % 10 - 5) % 5]] if self.kind == "gadgetbridge" else []
        if self.gadgets and dice.random() < 0.3:
            self.gadgets = ["colmi", "huami" if "colmi" in self.gadgets else self.gadgets[0]]
        self.grid = 15 if "colmi" in self.gadgets else 1
        self.live(count, travels)
        # After a flight to the east, two nights may end on one date.
        while len({self.local(wake, sleeping=True).date() for wake in self.wakes}) <= count:
            self.live(count, travels)
        self.devices = DEVICES[self.kind](self, dice)
        disagree = self.kind == "apple" and len(self.devices) > 1 and dice.random() < 0.4
        self.devices[0].extra, self.ranked = 2 if disagree else 0, disagree and dice.random() < 0.5
        # Steps that the person typed in, at a time when nothing was counted.
        self.typed = (self.wakes[1] + 5, 500) if self.kind == "apple" and dice.random() < 0.3 else None
        self.exported = self.wakes[-1] + 1440 * dice.randint(2, 200)
        self.days = self.expect()

    # Time

    def choose_date(self):
        """Returns the first day; for one life in three just before the clocks change, if they do there."""
        date = datetime.date(2022, 1, 1) + datetime.timedelta(self.dice.randrange(4 * 365))
        offset = lambda ahead: datetime.datetime.combine(date, datetime.time(12), zoneinfo.ZoneInfo(self.home)) + datetime.timedelta(ahead)
        changes = (ahead for ahead in range(300) if offset(ahead + 1).utcoffset() != offset(ahead).utcoffset())
        return date + datetime.timedelta(next(changes, 1) - 1 if self.dice.random() < 0.35 else 0)

    def minute(self, date, of_day, zone=None):
        """Returns the minute of a local time."""
        midnight = datetime.datetime.combine(date, datetime.time(), zoneinfo.ZoneInfo(zone or self.home))
        return int((midnight + datetime.timedelta(minutes=of_day)).timestamp()) // 60

    def next(self, minute, of_day):
        """Returns when it is next that local time where the person is then."""
        zone = self.zone_at(minute)
        date = datetime.datetime.fromtimestamp(minute * 60, zoneinfo.ZoneInfo(zone)).date()
        days = (self.minute(date + datetime.timedelta(ahead), of_day, zone) for ahead in (0, 1))
        return next(time for time in days if time >= minute)

    def zone_at(self, minute):
        return self.trip[2] if self.trip and self.trip[0] <= minute < self.trip[1] else self.home

    def local(self, minute, sleeping=False):
        """Returns the local time as the file has it, which may not say the zone of a trip, or only for sleep and workouts."""
        is_known = self.tags == "all" or (sleeping and self.tags == "sleep")
        return datetime.datetime.fromtimestamp(minute * 60, zoneinfo.ZoneInfo(self.zone_at(minute) if is_known else self.home))

    def offset(self, minute, sleeping=True):
        return self.local(minute, sleeping).utcoffset()

    def date(self, minute, sleeping=False):
        return self.local(minute, sleeping).date().isoformat()

    # The life

    def live(self, count, travels):
        self.trip, self.walks, self.sleeps, self.workouts, self.wakes = None, [], [], [], []
        dice, wake = self.dice, self.minute(self.first_date, self.dice.randint(400, 500))
        rounded = lambda minute: minute // self.grid * self.grid
        for ahead in range(count):
            self.wakes.append(wake)
            if travels and ahead == 1:
                self.trip = (wake + 300, wake + 14400, dice.choice([zone for zone in ZONES if zone != self.home]))
            if travels and ahead == 3:
                self.trip = (self.trip[0], wake + 300, self.trip[2])
            bed = self.next(wake + 480, dice.randint(1350, 1430))
            if not travels and dice.random() < 0.3:
                # A walk over midnight.
                midnight = self.next(bed - 60, 1439) + 1
                self.walk(midnight - 15, midnight + 30)
                bed = midnight + 50
            for _ in range(dice.randint(4, 7)):
                first = rounded(dice.randint(wake + 90, bed - 90))
                self.walk(first, first + dice.choice((15, 30, 45)))
            if dice.random() < 0.35:
                self.train(rounded(dice.randint(wake + 120, bed - 200)))
            first = self.next(wake, dice.randint(780, 860))
            if dice.random() < 0.25 and not travels and not self.busy(first - 5, first + 75):
                self.sleeps.append(Sleep(first, [("light", dice.randint(15, 30)), ("deep", dice.randint(10, 40))]))
            parts = [("light", dice.randint(15, 40))]
            for _ in range(dice.randint(4, 5)):
                parts += [("deep", dice.randint(20, 45)), ("light", dice.randint(10, 30)), ("rem", dice.randint(10, 30))]
                parts += [("awake", dice.randint(1, 12)), ("light", dice.randint(5, 20))] if dice.random() < 0.5 else []
            night = Sleep(bed + dice.randint(5, 30), merged(parts))
            wake = night.last
            night.bed = (bed, wake + dice.randint(1, 20))
            self.sleeps.append(night)
        self.wakes.append(wake)
        self.walks.sort(key=lambda walk: walk.first)
        self.workouts.sort(key=lambda workout: workout.first)

    def busy(self, first, last):
        taken = [(walk.first, walk.last) for walk in self.walks] + [(workout.first - 5, workout.last + 5) for workout in self.workouts]
        # During a journey the person sits.
        taken += [(sleep.first - 30, sleep.last + 30) for sleep in self.sleeps] + [(time - 60, time + 60) for time in (self.trip or ())[:2]]
        return any(first < end and begin < last for begin, end in taken)

    def walk(self, first, last):
        if not self.busy(first, last):
            steps = self.dice.randrange(60, 120, 2)
            self.walks.append(Walk(first, last, steps, steps * self.dice.choice((0.5, 1.0)), self.dice.randint(3, 8)))

    def train(self, first):
        if self.busy(first - 5, first + 95):
            return
        kind = self.dice.choice(("running", "running", "walking", "cycling", "other" if self.kind == "apple" else "hiking"))
        if kind == "other":
            return self.workouts.append(Workout(first, first + 90, kind, 25750, 900, parts=((750, 150), (20000, 400), (5000, 350))))
        last = first + self.dice.choice((30, 45, 60))
        # Only Apple Health has pauses.
        pause = (first + 15, first + 15 + self.dice.choice((5, 10))) if self.dice.random() < 0.4 and self.kind == "apple" else (last, last)
        speed = {"running": 150, "walking": 110, "hiking": 110, "cycling": 330}[kind]
        if kind != "cycling":
            self.walks += [Walk(begin, end, speed, speed, 10) for begin, end in ((first, pause[0]), (pause[1], last)) if begin < end]
        moved = last - first - (pause[1] - pause[0])
        self.workouts.append(Workout(first, last, kind, moved * speed, moved * 10, pause))

    def heart_rate(self, minute):
        if any(workout.first <= minute < workout.last for workout in self.workouts):
            return 135 + minute % 17
        return 51 + minute % 7 if any(sleep.first <= minute < sleep.last for sleep in self.sleeps) else 68 + minute % 11

    # What the devices together could know

    def expect(self):
        """Returns it for each local day: quantities as the least and the most that may be shown, heart rates by device, and reports of sleep."""
        days = {}
        day = lambda date: days.setdefault(date, {"nights": [], "naps": [], "heart": {}, **dict.fromkeys(QUANTITIES)})

        def add(date, quantity, low, high):
            before = day(date)[quantity] or (0, 0)
            day(date)[quantity] = (before[0] + low, before[1] + high)

        for minute, quantities in sorted(self.counted().items()):
            for quantity, amounts in quantities.items():
                # Without a rank, any of the devices may count.
                amounts = list(amounts.values())[:1 if self.ranked else None]
                add(self.date(minute), quantity, min(amounts), max(amounts))
        for device in self.devices:
            for minute, value in device.beats(self):
                day(self.date(minute))["heart"].setdefault(device.name, []).append((minute, value))
            for report in device.reports(self):
                day(self.date(report.last, sleeping=True))["nights" if report.asleep >= 180 else "naps"].append(report)
        for found in days.values():
            # A night in stages counts more than one without.
            found["nights"] = [report for report in found["nights"] if report.staged] or found["nights"]
        return days

    def counted(self):
        """Returns what each device counted, by the minute, the quantity and its name."""
        counted = {}
        for device in self.devices:
            for walk in self.walks:
                for minute in filter(device.wears, range(walk.first, walk.last)):
                    for quantity in device.counts:
                        amount = getattr(walk, quantity) + (device.extra if quantity == "steps" else 0)
                        counted.setdefault(minute, {}).setdefault(quantity, {})[device.name] = amount
        if self.typed:
            counted[self.typed[0]] = {"steps": {"Health": self.typed[1]}}
        return counted

    def recorded(self):
        """Returns the workouts that a device recorded, with it."""
        return [(workout, device) for device in self.devices if device.trains for workout in self.workouts
                if device.wears(workout.first) and device.wears(workout.last - 1)]

    def heart(self, date):
        """Returns a day's lowest, highest and mean heart rate, each as the least and the most that may be shown; None without any.

        One device counts. The mean is that of the values, or over time: a span of five minutes lasts until the next one, at most as long as is usual.
        """
        figures = []
        for beats in self.days[date]["heart"].values() if date in self.days else ():
            spans = {}
            for minute, value in beats:
                spans.setdefault(minute // 5, []).append(value)
            gaps = [after - before for before, after in zip(spans, list(spans)[1:])]
            usual = sorted(gaps)[len(gaps) // 2] if gaps else 1
            lengths = [min(gap, usual) for gap in gaps] + [usual]
            over_time = sum(sum(span) / len(span) * length for span, length in zip(spans.values(), lengths)) / sum(lengths)
            values = [value for _, value in beats]
            figures += [(min(values), max(values), mean) for mean in (over_time, sum(values) / len(values))]
        return [(min(column), max(column)) for column in zip(*figures)] or None

    def beds(self, report):
        """Returns the spans that an efficiency may be of: the device's own time in bed, otherwise another's or that of the sleep."""
        beds = [other.bed for device in self.devices for other in device.reports(self) if other.bed]
        near = [bed for bed in beds if bed[0] < report.last and report.first < bed[1]]
        return [(min(first, report.first), max(last, report.last)) for first, last in ([report.bed] if report.bed else [*near, (report.first, report.last)])]

    def unworn(self, first, last):
        """True if no device was worn in these minutes, and a file has this fact."""
        return any(device.admits for device in self.devices) and not any(self.wears(minute) for minute in range(first, last))

    def wears(self, minute):
        return any(device.wears(minute) for device in self.devices)

    def worn_at_night(self, date):
        """Returns for each minute from 23 to 7 o'clock before a day whether a device was worn."""
        first = self.minute(datetime.date.fromisoformat(date), -60)
        return [self.wears(minute) for minute in range(first, first + 480)]


def merged(parts):
    """Returns parts with neighbors of one stage joined."""
    joined = []
    for stage, minutes in parts:
        if joined and joined[-1][0] == stage:
            minutes += joined.pop()[1]
        joined.append((stage, minutes))
    return joined


def spans(life):
    """Returns the times from waking up to waking up, all of them together, and the ten hours of each day in which a phone is carried."""
    days = list(zip(life.wakes, life.wakes[1:]))
    return days, [(life.wakes[0], life.wakes[-1] + 1)], [(wake, wake + 600) for wake, _ in days]


def apple(life, dice):
    days, always, by_day = spans(life)
    scene = dice.choice(("phone", "turns", "both", "both", "app"))
    phone = Device("Ada’s iPhone", by_day, ("steps", "meters"), chunk=dice.choice((5, 10, 15)))
    watch = Device("Ada’s Apple\u00a0Watch", always, QUANTITIES, sleep=dice.choice((STAGED, AWAKE, PIECES, WHOLE)), beds=dice.random() < 0.5,
                   heart=dice.choice((5, 10)), trains=True)
    found = [watch, phone]
    if scene == "phone":
        phone.worn, phone.sleep = days[:-1], dice.choice((LONG, None))
        return [phone]
    if scene == "app":
        app = Device("Connect", always, ("steps",), chunk=15, sleep=dice.choice((PIECES, STAGED)), beds=dice.random() < 0.5)
        watch.sleep = watch.sleep if app.sleep == PIECES else None
        return [watch, app]
    if scene == "turns":
        # The phone by day, the watch in the evening and at night, sometimes both for half an hour.
        watch.worn = [(wake + 600 - dice.choice((0, 0, 30)), end + 1) for wake, end in days]
    else:
        # A day without the watch: the phone knows no energy.
        watch.worn = [(first, last + 1) for index, (first, last) in enumerate(days) if index != 1]
    if dice.random() < 0.4:
        pillow = Device("Pillow", always, sleep=dice.choice((STAGED, LONG, AWAKE)))
        watch.sleep, pillow.beds = (None, True) if pillow.sleep == STAGED else (watch.sleep, False)
        found.append(pillow)
    return found


def gadgetbridge(life, dice):
    days, quarter = spans(life)[0], lambda minute: minute // 15 * 15
    always, chunk = [(quarter(life.wakes[0]), quarter(life.wakes[-1]) + 15)], dice.choice((1, 10))
    kinds = {
        "colmi": Device("R02_A1B2", always, ("steps", "meters"), chunk=15, slots=True, sleep=STAGED, heart=5, writer=("colmi", "COLMI_R02")),
        "huami": Device("Mi Band 4", always, ("steps",), chunk=1, sleep=BAND, heart=5, admits=True, trains=True, writer=("huami", "MIBAND4")),
        "garmin": Device("Forerunner 245", always, QUANTITIES, chunk, sleep=STAGED, heart=5, cumulative=True, trains=True,
                         writer=("garmin", "GARMIN_FORERUNNER_245")),
        "cmf": Device("CMF Watch Pro", always, ("steps",), chunk, sleep=STAGED, heart=10, cumulative=True, writer=("cmf", "NOTHING_CMF_WATCH_PRO")),
        # Its steps are in a table of its own kind, which this file does not have.
        "generic": Device("BT103", always, sleep=STAGED, heart=10, writer=("generic", "OUKITEL_BT103")),
    }
    found = [kinds[kind] for kind in life.gadgets]
    if len(found) == 2:
        # The ring at night, the other by day.
        found[0].worn = [(quarter(wake + 780), quarter(end) + 45) for wake, end in days]
        found[1].worn, found[1].sleep = [(quarter(wake) + 45, quarter(wake + 780)) for wake, _ in days], None
    elif dice.random() < 0.4:
        # A day on which the device lay on a table.
        found[0].worn = [(always[0][0], quarter(life.wakes[1]) + 45), (quarter(life.wakes[2]) - 60, always[0][1])]
    return found


def connect(life, dice):
    days, always, by_day = spans(life)
    scene, samsung = dice.choice(("named", "unnamed", "apps")), "Samsung Health"
    # The writer is the app and the device of Health Connect's records; device 3 has no name.
    band = Device(f"{samsung}, Samsung Band", always, QUANTITIES, sleep=dice.choice((STAGED, AWAKE, WHOLE)), heart=10, trains=True, writer=(1, 2))
    phone = Device(f"{samsung}, Samsung Phone", by_day, ("steps", "meters"), chunk=20, writer=(1, 1))
    if scene == "unnamed":
        band.name, band.writer, phone.name, phone.writer = samsung, (1, 3), samsung, (1, 3)
    if scene == "apps":
        band.worn = [(first, last + 1) for index, (first, last) in enumerate(days) if index != 1]
        phone = Device("Fit", always, ("steps",), chunk=15, writer=(2, 3))
    return [band, phone]


DEVICES = {"apple": apple, "gadgetbridge": gadgetbridge, "connect": connect}
