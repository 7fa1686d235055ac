package io.delayqueue.testing;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How a {@link TcpProxy} misbehaves at the moment. */
final class ProxyModes {

    private boolean refuse;
    private boolean blackHole;
    private boolean dropReplies;
    private boolean cutMidReply;
    private Duration delay = Duration.ZERO;
    private @Nullable String dropReplyTo;

    synchronized void refuse(boolean on) {
        refuse = on;
    }

    synchronized boolean refuses() {
        return refuse;
    }

    synchronized void blackHole(boolean on) {
        blackHole = on;
        notifyAll();
    }

    /** Waits as long as nothing may pass; ends early when the connection it is asked for has closed. */
    synchronized void awaitPassage(BooleanSupplier closed) {
        try {
            while (blackHole && !closed.getAsBoolean()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets those who wait see that their connection has closed. */
    synchronized void connectionClosed() {
        notifyAll();
    }

    synchronized void dropReplies(boolean on) {
        dropReplies = on;
    }

    synchronized boolean dropsReplies() {
        return dropReplies;
    }

    synchronized void delay(Duration delay) {
        this.delay = delay;
        notifyAll();
    }

    /** Waits as long as bytes are held back. */
    synchronized void awaitDelay(BooleanSupplier closed) {
        long from = System.nanoTime();
        try {
            long left = delay.toMillis();
            while (left > 0 && !closed.getAsBoolean()) {
                wait(left);
                left = delay.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized void cutMidReply() {
        cutMidReply = true;
    }

    /** Whether this reply is the one to cut; true at most once for each order to cut one. */
    synchronized boolean takeCutOf(int length) {
        boolean cut = cutMidReply && length > 1;
        cutMidReply &= !cut;
        return cut;
    }

    synchronized void dropReplyTo(String requestPart) {
        dropReplyTo = requestPart;
    }

    /** Whether the reply to this request is the one to lose; true at most once for each order to lose one. */
    synchronized boolean takeDropFor(byte[] request) {
        if (dropReplyTo == null || !new String(request, StandardCharsets.UTF_8).contains(dropReplyTo)) {
            return false;
        }
        dropReplyTo = null;
        return true;
    }
}
