package io.delayqueue.benchmarks.report;

import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.measure.Targets;
import java.util.List;

/**
 * Run with its conditions and results.
 *
 * @param header the conditions
 * @param results the results
 */
public record Report(Header header, Results results) {

    /** {@return the names of the other contenders, in their order} */
    List<String> others() {
        return header.contenders().keySet().stream()
                .filter(name -> !name.equals(Targets.OURS))
                .toList();
    }
}
