package io.delayqueue.benchmarks.torture;

import io.delayqueue.chaos.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Counts of one scenario in all turns, or of all undisturbed workloads. */
record Row(Part part, String scenario, List<Outcome> outcomes) {

    private static final String WORKLOADS = "all workloads";

    /** Returns a row for each scenario, in the order of the parts and of their first turns. */
    static List<Row> of(List<Turn> turns) {
        List<Row> rows = new ArrayList<>();
        for (Part part : Part.values()) {
            Map<String, List<Outcome>> scenarios = new LinkedHashMap<>();
            turns.stream()
                    .filter(turn -> turn.part() == part)
                    .flatMap(turn -> turn.outcomes().stream())
                    .forEach(outcome -> scenarios
                            .computeIfAbsent(
                                    part == Part.COMPARE ? WORKLOADS : outcome.scenario(), name -> new ArrayList<>())
                            .add(outcome));
            scenarios.forEach((name, outcomes) -> rows.add(new Row(part, name, outcomes)));
        }
        return rows;
    }

    long sum(ToLongFunction<Outcome> count) {
        return outcomes.stream().mapToLong(count).sum();
    }

    long latestMillis() {
        return outcomes.stream().mapToLong(Outcome::latestMillis).max().orElse(0);
    }
}
