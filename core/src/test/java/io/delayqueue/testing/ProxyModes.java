package io.delayqueue.testing;

import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** How a {@link TcpProxy} misbehaves at the moment. */
final class ProxyModes {

    private boolean refuse;
    private boolean blackHole;
    private boolean dropReplies;
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
