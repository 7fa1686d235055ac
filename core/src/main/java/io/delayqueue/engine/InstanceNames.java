package io.delayqueue.engine;

import java.security.SecureRandom;

/** Makes names of instances: short, for they stand in every lease, and never the same twice. */
final class InstanceNames {

    private static final int RANDOM_BITS = 40;

    private InstanceNames() {}

    static String create() {
        long random = new SecureRandom().nextLong(1L << RANDOM_BITS);
        return ProcessHandle.current().pid() + "-" + Long.toString(random, Character.MAX_RADIX);
    }
}
