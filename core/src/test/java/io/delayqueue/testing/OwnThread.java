package io.delayqueue.testing;

/**
 * Where tests do what waits or goes on: not in the common pool, which has a single thread on two processors. From JDK 25 on
 * that thread also runs all that names no executor, the end of a process included, however long it is taken.
 */
public final class OwnThread {

    private OwnThread() {}

    /** Does the work in a thread of its own, which does not keep the JVM alive. */
    public static void start(Runnable work) {
        Thread thread = new Thread(work, "own-thread");
        thread.setDaemon(true);
        thread.start();
    }
}
