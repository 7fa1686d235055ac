package io.delayqueue.web.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import jakarta.servlet.AsyncEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.async.StandardServletAsyncWebRequest;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;

class LongPollsTests {

    private static final Consumer<Thread> NOT_WOKEN = thread -> {};

    private final MockHttpServletRequest request = new MockHttpServletRequest();

    private final StandardServletAsyncWebRequest async =
            new StandardServletAsyncWebRequest(request, new MockHttpServletResponse());

    private final GiveBacks giveBacks = new GiveBacks(Duration.ofMillis(10));

    private final MockHttpServletResponse response = new MockHttpServletResponse();

    private final Probe probe = new Probe(request, response);

    private final ReserveResult result = new ReserveResult(giveBacks, probe);

    private final CountDownLatch never = new CountDownLatch(1);

    private final LongPolls polls = new LongPolls(1);

    @BeforeEach
    void begin() throws Exception {
        request.setAsyncSupported(true);
        WebAsyncManager manager = WebAsyncUtils.getAsyncManager(request);
        manager.setAsyncWebRequest(async);
        manager.startDeferredResultProcessing(result.deferred());
    }

    @AfterEach
    void close() {
        polls.destroy();
        giveBacks.destroy();
    }

    private List<PulledTask> forEver() throws InterruptedException {
        never.await();
        return List.of();
    }

    private String answer() throws Exception {
        await().until(() -> result.deferred().hasResult());
        MockHttpServletResponse response = new MockHttpServletResponse();
        ((ReserveAnswer) result.deferred().getResult()).render(null, request, response);
        return response.getContentAsString();
    }

    @Test
    void oneMoreThanMayWaitShouldBeAskedToComeAgain() {
        polls.await(this::forEver, NOT_WOKEN, result);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> polls.await(this::forEver, NOT_WOKEN, new ReserveResult(giveBacks, probe)))
                .satisfies(e -> assertThat(e.getBody().getType()).hasToString(ProblemType.TOO_MANY.urn()))
                .satisfies(
                        e -> assertThat(e.getHeaders().getFirst("Retry-After")).containsOnlyDigits());
    }

    @Test
    void endOfTheApplicationShouldEndWaitsWithNothingAndBeginNone() throws Exception {
        polls.await(this::forEver, NOT_WOKEN, result);
        polls.destroy();
        assertThat(answer()).isEqualTo("{\"tasks\":[]}");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> polls.await(this::forEver, NOT_WOKEN, new ReserveResult(giveBacks, probe)))
                .satisfies(e -> assertThat(e.getBody().getType()).hasToString(ProblemType.NOT_RUNNING.urn()));
    }

    @Test
    void failureShouldBeTheAnswer() {
        IllegalStateException failure = new IllegalStateException("failed");
        polls.await(
                () -> {
                    throw failure;
                },
                NOT_WOKEN,
                result);
        await().until(() -> result.deferred().hasResult());
        assertThat(result.deferred().getResult()).isSameAs(failure);
    }

    @Test
    void failureOfAWaitWhoseAnswerHasBegunShouldBeAnAnswerWithoutTasks() throws Exception {
        polls.await(
                () -> {
                    await().until(() -> response.isCommitted());
                    throw new IllegalStateException("failed");
                },
                NOT_WOKEN,
                result);
        assertThat(answer()).isEqualTo("{\"tasks\":[]}");
        assertThat(response.getContentAsString()).isBlank();
        assertThat(response.getContentType()).isEqualTo("application/json");
    }

    /** Simulates a container that has detected a broken connection. */
    private void gone() {
        try {
            async.onError(new AsyncEvent(new MockAsyncContext(request, null), new IOException("broken")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        request.getAsyncContext().complete();
    }

    @Test
    void whoHasGoneShouldMakeRoomForOthers() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        polls.await(
                () -> {
                    begun.countDown();
                    return forEver();
                },
                NOT_WOKEN,
                result);
        begun.await();
        gone();
        await().ignoreExceptions().until(() -> {
            polls.await(List::of, NOT_WOKEN, new ReserveResult(giveBacks, probe));
            return true;
        });
    }

    /** A call of Redis ignores interrupts. */
    @Test
    void waitOfWhoHasGoneShouldBeWoken() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Semaphore wakes = new Semaphore(0);
        polls.await(
                () -> {
                    begun.countDown();
                    wakes.acquireUninterruptibly();
                    return List.of();
                },
                thread -> {
                    assertThat(thread.getName()).startsWith("delayqueue-long-poll-");
                    wakes.release();
                },
                result);
        begun.await();
        gone();
        await().ignoreExceptions().until(() -> {
            polls.await(List::of, NOT_WOKEN, new ReserveResult(giveBacks, probe));
            return true;
        });
    }

    @Test
    void taskThatComesWhenWhoAskedHasGoneShouldBeGivenBackByAThreadThatIsNotInterrupted() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        PulledTask task = mock();
        given(task.topic()).willReturn(new TopicName("g", "t"));
        willAnswer(call -> {
                    interrupted.set(Thread.currentThread().isInterrupted());
                    return null;
                })
                .given(task)
                .release();
        polls.await(
                () -> {
                    gone();
                    return List.of(task);
                },
                NOT_WOKEN,
                result);
        await().untilAsserted(() -> then(task).should().release());
        assertThat(interrupted).isFalse();
    }

    private static PulledTask task() {
        PulledTask task = mock();
        given(task.topic()).willReturn(new TopicName("g", "t"));
        return task;
    }

    /** The request's own thread may still be in filters, which use the response. */
    @Test
    void taskThatComesBeforeTheFirstProbeShouldBeAnsweredWithoutOne() {
        List<PulledTask> tasks = List.of(task());
        polls.await(() -> tasks, NOT_WOKEN, result);
        await().until(() -> result.deferred().hasResult());
        assertThat(response.isCommitted()).isFalse();
        assertThat(response.getContentAsByteArray()).isEmpty();
    }

    @Test
    void taskShouldBeGivenBackWhereTheLastProbeThrows() {
        PulledTask task = task();
        Probe broken = new Probe(request, response) {
            @Override
            boolean write() {
                throw new IllegalArgumentException("broken");
            }

            @Override
            boolean hasBegun() {
                return true;
            }
        };
        polls.await(() -> List.of(task), NOT_WOKEN, new ReserveResult(giveBacks, broken));
        await().untilAsserted(() -> then(task).should().release());
    }

    @Test
    void probeThatIsNotReadShouldNotDelayThoseOfOthers() throws Exception {
        LongPolls two = new LongPolls(2);
        try {
            CountDownLatch writing = new CountDownLatch(1);
            Probe unread = new Probe(request, response) {
                @Override
                boolean write() {
                    writing.countDown();
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return true;
                }
            };
            two.await(this::forEver, NOT_WOKEN, new ReserveResult(giveBacks, unread));
            writing.await();
            Probe refused = new Probe(request, response) {
                @Override
                boolean write() {
                    return false;
                }
            };
            ReserveResult gone = new ReserveResult(giveBacks, refused);
            two.await(this::forEver, NOT_WOKEN, gone);
            await().until(() -> gone.deferred().hasResult());
        } finally {
            two.destroy();
        }
    }

    @Test
    void reserveShouldLeaseNothingWhereItCouldNotAnswer() {
        MockHttpServletRequest synchronous = new MockHttpServletRequest();
        DelayQueueEngine engine = mock();
        ReserveController controller = new ReserveController(polls, giveBacks, Duration.ofSeconds(30));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> controller.reserve("g", "t", null, engine, synchronous, response))
                .withMessageContaining("register it with asyncSupported");
        then(engine).shouldHaveNoInteractions();
    }
}
