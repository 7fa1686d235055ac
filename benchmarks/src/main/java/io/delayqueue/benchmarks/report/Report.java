package io.delayqueue.benchmarks.report;

import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Targets;
import java.util.List;

/**
 * A run: what was measured, and how.
 *
 * @param header how
 * @param results what
 */
public record Report(Header header, Results results) {

    /** {@return the names of those this project is compared with, in the order of their turns} */
    List<String> others() {
        return header.contenders().keySet().stream()
                .filter(name -> !name.equals(Targets.OURS))
                .toList();
    }
}
