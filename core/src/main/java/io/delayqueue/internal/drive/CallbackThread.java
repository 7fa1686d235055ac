package io.delayqueue.internal.drive;

import java.util.Arrays;

/** Thread on which a callback runs. */
public record CallbackThread(Thread thread) implements AttemptCaller {

    private static final int MAX_FRAMES = 50;

    @Override
    public void interrupt() {
        thread.interrupt();
    }

    @Override
    public AttemptCaller resumed() {
        return new CallbackThread(Thread.currentThread());
    }

    @Override
    public void clearInterruption() {
        Thread.interrupted();
    }

    @Override
    public Throwable stack() {
        StackTraceElement[] frames = thread.getStackTrace();
        Throwable stack = new Throwable("the callback on thread " + thread.getName() + " now");
        stack.setStackTrace(Arrays.copyOf(frames, Math.min(frames.length, MAX_FRAMES)));
        return stack;
    }
}
