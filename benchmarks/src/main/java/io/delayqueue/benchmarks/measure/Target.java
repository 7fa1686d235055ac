package io.delayqueue.benchmarks.measure;

import java.util.Optional;

/** What this project's median has to reach. */
public interface Target {

    /** No target: the value is told, and that is all. */
    Target NONE = new Target() {
        @Override
        public String text() {
            return "";
        }

        @Override
        public Optional<Boolean> isMet(Results results, Metric metric) {
            return Optional.empty();
        }
    };

    /** {@return the target in few words, such as {@code >= 6 x Redisson}} */
    String text();

    /** {@return whether it is met; empty if there is no target, or what it compares with was not measured} */
    Optional<Boolean> isMet(Results results, Metric metric);
}
