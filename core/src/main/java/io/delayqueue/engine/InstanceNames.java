package io.delayqueue.engine;

import java.security.SecureRandom;

/** Creates unique names of instances, which are short because they are in every lease. */
final class InstanceNames {

    private static final int RANDOM_BITS = 40;

    private InstanceNames() {}

    static String create() {
        long random = new SecureRandom().nextLong(1L << RANDOM_BITS);
        return ProcessHandle.current().pid() + "-" + Long.toString(random, Character.MAX_RADIX);
    }
}
