package io.delayqueue.internal.drive;

import java.util.Arrays;

/** Calls callbacks on threads of their own. */
public enum CallbackThread implements AttemptCaller {
    INSTANCE;

    private static final int MAX_FRAMES = 50;

    @Override
    public void interrupt(Thread thread) {
        thread.interrupt();
    }

    @Override
    public void clearInterruption() {
        Thread.interrupted();
    }

    @Override
    public Throwable stack(Thread thread) {
        StackTraceElement[] frames = thread.getStackTrace();
        Throwable stack = new Throwable("the callback on thread " + thread.getName() + " now");
        stack.setStackTrace(Arrays.copyOf(frames, Math.min(frames.length, MAX_FRAMES)));
        return stack;
    }
}
