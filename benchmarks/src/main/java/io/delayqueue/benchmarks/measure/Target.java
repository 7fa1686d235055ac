package io.delayqueue.benchmarks.measure;

import java.util.Optional;

/** Target of this project's median. */
public interface Target {

    /** No target: the value is reported only. */
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

    /** {@return the target as text, such as {@code >= 6 x Redisson}} */
    String text();

    /** {@return whether it is met; empty if there is no target, or no value to compare with} */
    Optional<Boolean> isMet(Results results, Metric metric);
}
