package io.delayqueue.benchmarks.measure;

/** Direction of better values. */
public enum Better {
    HIGHER,
    LOWER
}
