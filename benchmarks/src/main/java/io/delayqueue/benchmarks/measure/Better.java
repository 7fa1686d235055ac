package io.delayqueue.benchmarks.measure;

/** Which of two values is the better one. */
public enum Better {
    HIGHER,
    LOWER
}
