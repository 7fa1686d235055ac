package io.delayqueue.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StackTextTests {

    private static final StackTraceElement SHOP = frame("com.shop.Orders");

    private static final StackTraceElement LISTENER = frame("com.shop.Listener");

    private static final StackTraceElement DRIVER = frame("org.postgresql.Driver");

    private static final StackTraceElement SPRING = frame("org.springframework.aop.Proxy");

    private static final StackTraceElement OURS = frame("io.delayqueue.internal.run.TaskRunner");

    private static final StackTraceElement LOG = frame("io.delayqueue.log.EngineLog");

    private static final StackTraceElement JDK =
            new StackTraceElement(null, "java.base", "17", "java.lang.Thread", "run", "Thread.java", 7);

    private static StackTraceElement frame(String type) {
        return new StackTraceElement(type, "call", "F.java", 7);
    }

    private static Throwable failure(String message, @Nullable Throwable cause, StackTraceElement... frames) {
        Throwable failure = new IllegalStateException(message, cause);
        failure.setStackTrace(frames);
        return failure;
    }

    private static String text(Throwable failure) {
        String text = StackText.of(StackText.chain(failure));
        assertThat(text).hasSizeLessThanOrEqualTo(StackText.MAX_LENGTH);
        return text;
    }

    @Test
    void rootCauseShouldBeFirstAndEachExceptionHaveItsOwnFrames() {
        Throwable root = failure("duplicate key", null, DRIVER, DRIVER, SPRING, JDK, SHOP, SPRING, OURS, JDK);
        Throwable middle = failure("cannot insert", root, SPRING, SPRING, SHOP, SPRING, OURS, JDK);
        Throwable top = failure("order 42 failed", middle, LISTENER, SHOP, OURS, LOG, JDK);
        assertThat(text(top)).isEqualTo("""
                        java.lang.IllegalStateException: duplicate key
                        \tat org.postgresql.Driver.call(F.java:7)
                        \tat org.postgresql.Driver.call(F.java:7)
                        \tat com.shop.Orders.call(F.java:7)
                        \t... 5 more
                        Wrapped by: java.lang.IllegalStateException: cannot insert
                        \tat org.springframework.aop.Proxy.call(F.java:7)
                        \t... 5 more
                        Wrapped by: java.lang.IllegalStateException: order 42 failed
                        \tat com.shop.Listener.call(F.java:7)
                        \tat com.shop.Orders.call(F.java:7)
                        \t... 3 more
                        """);
    }

    @Test
    void rootCauseShouldHaveItsMessageAndFramesBeneathManyLongOnes() {
        Throwable failure = failure("the root", null, SHOP, LISTENER);
        for (int i = 0; i < 500; i++) {
            failure = failure("m".repeat(50_000), failure, DRIVER, SHOP);
        }
        assertThat(text(failure))
                .startsWith("java.lang.IllegalStateException: the root\n"
                        + "\tat com.shop.Orders.call(F.java:7)\n\tat com.shop.Listener.call(F.java:7)\nWrapped by: ")
                .endsWith("m...");
    }

    @Test
    void causesThatGoRoundInACircleShouldBeWrittenOnce() {
        Throwable inner = new IOException("inner");
        Throwable outer = failure("outer", inner, SHOP);
        inner.initCause(outer);
        assertThat(StackText.chain(outer)).containsExactly(outer, inner);
        assertThat(text(outer)).containsOnlyOnce("outer").containsOnlyOnce("inner");
    }

    @Test
    void chainWithoutEndShouldBeCut() {
        class Endless extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Throwable getCause() {
                return new Endless();
            }
        }
        assertThat(StackText.chain(new Endless())).hasSize(1_000);
    }

    @Test
    void exceptionsWhoseMethodsFailShouldBeNamed() {
        class Broken extends RuntimeException {
            private static final long serialVersionUID = 1L;

            Broken(Throwable cause) {
                super(cause);
            }

            @Override
            public String getMessage() {
                throw new IllegalStateException("no");
            }

            @Override
            public StackTraceElement[] getStackTrace() {
                throw new IllegalStateException("no");
            }
        }
        assertThat(text(new Broken(failure("the root", null, SHOP))))
                .isEqualTo(
                        "java.lang.IllegalStateException: the root\n\tat com.shop.Orders.call(F.java:7)\nWrapped by: "
                                + Broken.class.getName()
                                + ": its message cannot be read: java.lang.IllegalStateException\n");
    }

    @Test
    void framesOfRecursionShouldBeCounted() {
        StackTraceElement[] frames = Collections.nCopies(1_000, SHOP).toArray(StackTraceElement[]::new);
        assertThat(text(failure("too deep", null, frames)))
                .isEqualTo("java.lang.IllegalStateException: too deep\n"
                        + "\tat com.shop.Orders.call(F.java:7)\n".repeat(12) + "\t... 988 more\n");
    }
}
