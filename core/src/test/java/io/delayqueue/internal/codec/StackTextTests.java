package io.delayqueue.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StackTextTests {

    private static final StackTraceElement SHOP = frame("com.shop.Orders");

    private static final StackTraceElement LISTENER = frame("com.shop.Listener");

    private static final StackTraceElement DRIVER = frame("org.postgresql.Driver");

    private static final StackTraceElement SPRING = frame("org.springframework.aop.Proxy");

    private static final StackTraceElement PROXY = frame("com.shop.Orders$$SpringCGLIB$$0");

    private static final StackTraceElement OURS = frame("io.delayqueue.internal.run.TaskRunner");

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
        assertThat(text).hasSizeLessThanOrEqualTo(StackText.MAX_LENGTH).endsWith("\n");
        return text;
    }

    private static StackTraceElement[] times(int count, StackTraceElement... frames) {
        return IntStream.range(0, count)
                .mapToObj(i -> frames)
                .flatMap(Arrays::stream)
                .toArray(StackTraceElement[]::new);
    }

    @Test
    void eachCauseShouldHaveItsMessageAndTheFramesOfTheApplication() {
        Throwable root = failure("duplicate key", null, DRIVER, DRIVER, SPRING, JDK, SHOP, PROXY, SPRING, OURS, JDK);
        Throwable middle = failure("cannot insert", root, SPRING, SPRING, SHOP, PROXY, SPRING, OURS, JDK);
        Throwable top = failure("order 42 failed", middle, SHOP, LISTENER, OURS, OURS, JDK);
        assertThat(text(top)).isEqualTo("""
                        java.lang.IllegalStateException: order 42 failed
                        \tat com.shop.Orders.call(F.java:7)
                        \tat com.shop.Listener.call(F.java:7)
                        \t... 3 frames of io.delayqueue, java.base
                        Caused by: java.lang.IllegalStateException: cannot insert
                        \tat org.springframework.aop.Proxy.call(F.java:7)
                        \t... 1 frame of org.springframework
                        \tat com.shop.Orders.call(F.java:7)
                        \t... 2 frames of org.springframework
                        \t... 2 more
                        Caused by: java.lang.IllegalStateException: duplicate key
                        \tat org.postgresql.Driver.call(F.java:7)
                        \tat org.postgresql.Driver.call(F.java:7)
                        \t... 2 frames of org.springframework, java.base
                        \t... 5 more
                        """);
    }

    @Test
    void rootCauseShouldHaveItsMessageAndFramesBehindManyLongOnes() {
        Throwable failure = failure("the root", null, SHOP, LISTENER);
        for (int i = 0; i < 10; i++) {
            failure = failure("m".repeat(50_000), failure, times(100, DRIVER, SHOP));
        }
        assertThat(text(failure))
                .contains("Caused by: java.lang.IllegalStateException: the root\n"
                        + "\tat com.shop.Orders.call(F.java:7)\n\tat com.shop.Listener.call(F.java:7)\n");
    }

    @Test
    void eachOfSeveralLongCausesShouldHaveFrames() {
        Throwable root = failure("r".repeat(50_000), null, times(1_000, DRIVER, SHOP));
        Throwable top = failure("t".repeat(50_000), root, times(1_000, SHOP, LISTENER, DRIVER));
        assertThat(text(top)).satisfies(text -> {
            assertThat(text.split("Caused by")).hasSize(2).allSatisfy(part -> assertThat(part)
                    .contains("\tat com.shop.Orders", "\tat org.postgresql")
                    .containsPattern("\n\t\\.\\.\\. \\d+ more\n"));
        });
    }

    @Test
    void longChainShouldHaveItsFirstAndItsLastCauses() {
        Throwable failure = failure("cause 499", null, SHOP);
        for (int i = 498; i >= 0; i--) {
            failure = failure("cause " + i + " of many", failure, SHOP, LISTENER);
        }
        assertThat(text(failure))
                .startsWith("java.lang.IllegalStateException: cause 0 of many\n")
                .contains(": cause 4 of many\n", "\n... 488 further causes\n", ": cause 493 of many\n", ": cause 499\n")
                .doesNotContain(": cause 5 of many\n", ": cause 492 of many\n");
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
        assertThat(text(new Endless())).contains("further causes");
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
                        Broken.class.getName() + ": its message cannot be read: java.lang.IllegalStateException\n"
                                + "Caused by: java.lang.IllegalStateException: the root\n\tat com.shop.Orders.call(F.java:7)\n");
    }

    @Test
    void suppressedExceptionsShouldBeWrittenAsFarAsTheyFit() {
        Throwable root = failure("the root", null, SHOP, LISTENER);
        Throwable closing = failure("cannot close", null, DRIVER, SHOP, LISTENER);
        root.addSuppressed(closing);
        assertThat(text(failure("top", root, SHOP))).endsWith("""
                        Caused by: java.lang.IllegalStateException: the root
                        \tat com.shop.Orders.call(F.java:7)
                        \tat com.shop.Listener.call(F.java:7)
                        \tSuppressed: java.lang.IllegalStateException: cannot close
                        \t\tat org.postgresql.Driver.call(F.java:7)
                        \t\t... 2 more
                        """);
        for (int i = 0; i < 1_000; i++) {
            root.addSuppressed(failure("suppressed " + i, null, DRIVER));
        }
        assertThat(text(failure("top", root, SHOP)))
                .contains("Caused by: java.lang.IllegalStateException: the root\n\tat com.shop.Orders")
                .contains("suppressed 1\n")
                .doesNotContain("suppressed 999");
    }

    @Test
    void recursionShouldNotHideWhoBeganIt() {
        List<StackTraceElement> frames = new ArrayList<>(List.of(times(1_000, DRIVER)));
        frames.add(SHOP);
        assertThat(text(failure("too deep", null, frames.toArray(StackTraceElement[]::new))))
                .isEqualTo("java.lang.IllegalStateException: too deep\n"
                        + "\tat org.postgresql.Driver.call(F.java:7)\n".repeat(6)
                        + "\t... 994 frames of org.postgresql\n\tat com.shop.Orders.call(F.java:7)\n");
    }

    @Test
    void hostileNamesShouldNotTakeTheRoomOfOthers() {
        Throwable root = failure("the root", null, SHOP);
        StackTraceElement[] hostile = times(20, frame("x".repeat(10_000)), frame("y".repeat(10_000)));
        assertThat(text(failure("top", root, hostile))).contains("the root\n\tat com.shop.Orders");
    }

    @Test
    void packagesOfTheLibraryShouldBeDroppedAndOthersKept() {
        for (String type : List.of(
                "io.delayqueue.TaskBuilder",
                "io.delayqueue.redis.RedisCalls",
                "io.delayqueue.autoconfigure.listener.ListenerCallback",
                "io.delayqueue.transaction.PendingTasks",
                "io.delayqueue.memory.Moves",
                "io.delayqueue.test.ManualDriver")) {
            assertThat(FrameLines.framework(frame(type))).as(type).isEqualTo("io.delayqueue");
        }
        assertThat(FrameLines.framework(frame("io.delayqueue.demo.Shop"))).isNull();
        assertThat(FrameLines.framework(frame("io.delayqueueing.Shop"))).isNull();
        assertThat(FrameLines.framework(frame("jdk.proxy2.$Proxy1"))).isEqualTo("java.base");
    }

    @Test
    void realFailureShouldNameThisTest() {
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException e) {
            assertThat(text(e))
                    .contains("\tat java.base/java.lang.", " frames of java.base")
                    .doesNotContain("Thread.run");
        }
    }
}
