// This target has no interface: linking it is enough (TestParallelism.c).
#pragma once
