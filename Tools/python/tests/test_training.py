"""Tests halodata.training with synthetic nights, and Halo's own stager if its training nights are available."""

import dataclasses
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import made_nights

try:
    import sklearn

    from halodata import training
except ImportError as error:
    raise unittest.SkipTest(str(error))

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared/signals/sleep"


def unpacked(data):
    """Unpacks a model like the Swift implementation: numbers, and trees as lists of nodes."""
    place = 0

    def take(layout):
        nonlocal place
        values = struct.unpack_from("<" + layout, data, place)
        place += struct.calcsize("<" + layout)
        return values
    base, (rounds, count) = take("4f"), take("HH")
    middle, scale, intercepts = take(f"{count}f"), take(f"{count}f"), take("4f")
    coefficients = [take(f"{count}f") for _ in range(4)]
    trees = [[take("BBBBf") for _ in range(take("B")[0])] for _ in range(4 * rounds)]
    assert place == len(data)
    return [np.array(values) for values in (base, middle, scale, intercepts, coefficients)], trees


def shares(data, rows):
    """Returns a packed model's results for rows of features, computed only from the bytes."""
    (base, middle, scale, intercepts, coefficients), trees = unpacked(data)

    def softmax(sums):
        powers = np.exp(sums - sums.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True)
    sums = np.tile(base, (len(rows), 1))
    for number, tree in enumerate(trees):
        for place, row in enumerate(rows):
            node = tree[0]
            while node[0] != 255:
                value = row[node[0]]
                goes_left = node[1] if np.isnan(value) else np.float32(value) <= node[4]
                node = tree[node[2] if goes_left else node[3]]
            sums[place, number % 4] += node[4]
    standard = np.nan_to_num(np.clip((rows - middle) / scale, -4, 4))
    return softmax((np.log(np.maximum(softmax(sums), 1e-6)) +
                    np.log(np.maximum(softmax(standard @ coefficients.T + intercepts), 1e-6))) / 2)


class Trained(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.file = made_nights.write(pathlib.Path(cls.folder.name) / "epochs.csv")
        cls.nights = training.nights(cls.folder.name)
        # A tenth of the rounds is enough for these simple nights.
        cls.rounds, training._Model.rounds = training._Model.rounds, 8
        cls.stager = training.train(cls.nights)

    @classmethod
    def tearDownClass(cls):
        training._Model.rounds = cls.rounds
        cls.folder.cleanup()

    def test_nights_are_read(self):
        self.assertEqual([night.subject for night in self.nights], ["p0", "p1", "p2", "p3", "p4"])
        rows = list(made_nights.made())
        self.assertEqual(self.nights[0].count.tolist(), [row[2] for row in rows[:120]])
        self.assertEqual(self.nights[0].stages.tolist(), [training.FROM_PSG[row[1]] for row in rows[:120]])

    def test_it_learns_and_stages_people_whom_it_has_not_seen(self):
        subjects = list(made_nights.made(people=2, seed=9))
        unseen = training.nights(made_nights.write(pathlib.Path(self.folder.name) / "unseen.csv", subjects))[0]
        truth = [training.STAGES[stage] for stage in unseen.stages]
        guess = self.stager.stages(unseen.count, unseen.heart)
        self.assertGreater(np.mean([a == b for a, b in zip(truth, guess)]), 0.6)
        # Movement has no unit, and without a heart rate there is less information.
        self.assertTrue(np.allclose(self.stager.shares(unseen.count * 1000, unseen.heart), self.stager.shares(unseen.count, unseen.heart)))
        self.assertEqual(self.stager.shares(unseen.count).shape, (120, 4))
        self.assertEqual(self.stager.shares([]).shape, (0, 4))
        with self.assertRaisesRegex(ValueError, "of the same length"):
            self.stager.shares([1, 2], [1])

    def test_what_is_exported_is_what_was_learned(self):
        night = self.nights[3]
        swift = self.stager.swift()
        for heart in (night.heart, np.full(120, np.nan)):
            rows = training.features(night.count, heart)[::7]
            distances = np.abs(shares(training.packed(self.stager.model), rows) - self.stager.model.predict_proba(rows)).max(1)
            # Bounds are rounded to 32 bits: a feature on a bound may go to the other side.
            self.assertLess(np.median(distances), 1e-5)
            self.assertGreater((distances < 1e-4).mean(), 0.8)
            self.assertLess(distances.max(), 0.05)
        self.assertIn(f"priorExponent = {self.stager.prior_exponent}", swift)
        self.assertIn("5 people's nights (600 epochs", swift)
        vector = self.stager.vector()
        self.assertEqual([len(made["shares"]) for made in vector["nights"]], [500] * 4)

    def test_nothing_of_who_is_left_out_is_known(self):
        plain, rows = training._prepared(self.nights, 3)
        chosen = [0, 1, 3, 4]
        full = training._learned(self.nights, plain, rows, chosen)

        def without(values):
            return [value if place in chosen else None for place, value in enumerate(values)]
        blind = training._learned(without(self.nights), without(plain), without(rows), chosen)
        self.assertEqual(blind.swift(), full.swift())
        self.assertEqual(training.packed(blind.model), training.packed(full.model))
        # Two nights of one person are left out together.
        twice = [dataclasses.replace(night, subject="p1") if night.subject == "p2" else night for night in self.nights]
        learned, original = [], training._learned
        training._learned = lambda data, plain, rows, chosen: learned.append(chosen) or original(data, plain, rows, chosen)
        try:
            told = []
            text = training.evaluate(twice, told.append)
        finally:
            training._learned = original
        self.assertEqual(learned, [[1, 2, 3, 4], [0, 3, 4], [0, 1, 2, 4], [0, 1, 2, 3]])
        self.assertEqual(len(told), 4)
        kappa = float(re.search(r"whole nights: stages kappa (\S+) \(", text).group(1))
        self.assertTrue(0.2 < kappa < 0.95, text)
        self.assertIn("in progress, 15 minutes later: stages", text)
        self.assertRegex(text, r"with a floor of 0.5 of the mean movement: stages 0\.\d+")

    def test_a_floor_and_hours_out_of_bed_change_little(self):
        generator = np.random.default_rng(5)
        count = np.concatenate([generator.gamma(1, 4, 40), np.where(generator.random(900) < 0.1, generator.gamma(1, 3, 900), 0)])
        heart = np.exp(generator.normal(0, 0.3, 940))
        plain, floored = training.moved(count), training.moved(0.02 * (count + 0.6 * count.mean() * generator.gamma(80, 1 / 80, 940)))
        self.assertLess(plain.floor, 0.2)
        self.assertEqual(floored.floor, 1)
        self.assertGreater(np.corrcoef(plain.values, floored.values)[0, 1], 0.9)
        active = generator.gamma(4, 50, 240)
        longer = training.features(np.concatenate([active, count]), np.concatenate([np.ones(240), heart]))[400:]
        self.assertLess(np.nanmedian(np.abs(longer - training.features(count, heart)[160:])), 0.05)

    def test_the_script_is_the_module_and_the_same_nights_give_the_same_stager(self):
        to = pathlib.Path(self.folder.name) / "checkout"
        run = subprocess.run([sys.executable, ROOT / "scripts/train-stager", "--export", self.folder.name, "--to", to],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        training._Model.rounds = self.rounds
        try:
            stager = training.train(self.nights)
        finally:
            training._Model.rounds = 8
        self.assertEqual((to / "Sources/HaloSignals/Sleep/SleepStagerModel.swift").read_text(), stager.swift())
        self.assertEqual((to / "Sources/HaloSignals/Sleep/sleep-stager.bin").read_bytes(), training.packed(stager.model))
        self.assertEqual(json.loads((to / "Tests/HaloSignalsTests/Vectors/sleep-stager.json").read_text()), stager.vector())
        run = subprocess.run([sys.executable, ROOT / "scripts/train-stager", "--export", "/nowhere", "--to", to],
                             capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (65, "train-stager: /nowhere cannot be opened: No such file or directory.\n"))

    def test_what_cannot_be_learned_from_says_so(self):
        with self.assertRaisesRegex(training.TrainingError, "nights of 3 people, but there are 2"):
            training.evaluate(self.nights[:2])
        still = [dataclasses.replace(night, stages=np.where(night.stages == 3, 1, night.stages)) for night in self.nights]
        with self.assertRaisesRegex(training.TrainingError, "rem cannot be learned"):
            training.train(still)
        short = [dataclasses.replace(night, stages=night.stages[:9], count=night.count[:9], heart=night.heart[:9]) for night in self.nights]
        with self.assertRaisesRegex(training.TrainingError, "has 9 epochs, but at least 60 are needed"):
            training.train(short)
        file = pathlib.Path(self.folder.name) / "broken.csv"
        for line, words in (("a,0,9,1,1", "line 2: not an epoch"), ("a,0,-1,1,1", "line 2: not an epoch"), ("a,0,1", "line 2: not an epoch"),
                            ("a,1,0,1,1\na,0,0,1,1", "line 3: epoch 0 of a does not follow")):
            file.write_text(f"subject,epoch,psg,count,hr_sd\n{line}\n")
            with self.assertRaisesRegex(training.Unreadable, words):
                training.nights(file)
        file.write_text("subject,epoch,psg\n")
        with self.assertRaisesRegex(training.Unreadable, "has no column count, hr_sd"):
            training.nights(file)
        file.write_text("subject,epoch,psg,count,hr_sd\na,0,1,,\n")
        self.assertTrue(np.isnan(training.nights(file)[0].heart[0]))

    def test_without_scikit_learn_it_says_what_to_install(self):
        run = subprocess.run([sys.executable, "-c", "import sys; sys.modules['sklearn'] = None; import halodata.training"],
                             capture_output=True, text=True)
        self.assertIn("training requires scikit-learn", run.stderr)
        self.assertIn("Tools/python[train]", run.stderr)


class Committed(unittest.TestCase):
    @unittest.skipUnless((SHARED / "epochs.csv").exists(), f"the nights with polysomnography are missing ({SHARED})")
    @unittest.skipUnless(sklearn.__version__ == training.TRAINED_WITH,
                         f"Halo's stager was trained with scikit-learn {training.TRAINED_WITH}: {sklearn.__version__} may give other trees")
    def test_halos_own_stager_is_the_one_that_these_nights_train(self):
        committed = (ROOT / "Sources/HaloSignals/Sleep/SleepStagerModel.swift").read_text()
        vector = json.loads((ROOT / "Tests/HaloSignalsTests/Vectors/sleep-stager.json").read_text())
        stager = training.train(training.nights(SHARED))
        # Another processor may add numbers in another order: ignore the last digits of a coefficient.
        numbers, trees = unpacked(training.packed(stager.model))
        committed_numbers, committed_trees = unpacked((ROOT / "Sources/HaloSignals/Sleep/sleep-stager.bin").read_bytes())
        for ours, theirs in zip(numbers, committed_numbers):
            self.assertTrue(np.allclose(ours, theirs, rtol=1e-3, atol=1e-4))
        self.assertEqual([[node[:4] for node in tree] for tree in trees], [[node[:4] for node in tree] for tree in committed_trees])
        self.assertTrue(np.allclose([node[4] for tree in trees for node in tree], [node[4] for tree in committed_trees for node in tree],
                                    rtol=1e-4, atol=1e-5))
        self.assertEqual(stager.swift().split("enum")[1], committed.split("enum")[1])
        for ours, theirs in zip(stager.vector()["nights"], vector["nights"]):
            self.assertTrue(np.allclose(ours["shares"], theirs["shares"], atol=2e-3))


if __name__ == "__main__":
    unittest.main()
