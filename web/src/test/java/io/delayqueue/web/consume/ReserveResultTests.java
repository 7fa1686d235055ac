package io.delayqueue.web.consume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.pull.PulledTask;
import io.delayqueue.pull.StaleTaskException;
import io.delayqueue.web.api.mvc.ProblemException;
import io.delayqueue.web.api.mvc.ProblemType;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.StandardServletAsyncWebRequest;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;

/** Races that cannot be produced with a server: reserved tasks are written or released, never both. */
class ReserveResultTests {

    private static final TopicName TOPIC = new TopicName("orders", "remind");

    private final MockHttpServletRequest request = new MockHttpServletRequest();

    private final GiveBacks giveBacks = new GiveBacks(Duration.ofMillis(100));

    private final ReserveResult result =
            new ReserveResult(giveBacks, new Probe(request, new MockHttpServletResponse()));

    private static PulledTask task(String id) {
        PulledTask task = mock(id);
        given(task.id()).willReturn(id);
        given(task.topic()).willReturn(TOPIC);
        given(task.receipt()).willReturn("r1.x");
        given(task.dueAt()).willReturn(Instant.EPOCH);
        given(task.occurrence()).willReturn(Instant.EPOCH);
        given(task.headers()).willReturn(Map.of());
        given(task.ttr()).willReturn(Duration.ofSeconds(30));
        given(task.leaseLeft()).willReturn(Duration.ofSeconds(29));
        return task;
    }

    @BeforeEach
    void begin() throws Exception {
        request.setAsyncSupported(true);
        WebAsyncManager manager = WebAsyncUtils.getAsyncManager(request);
        manager.setAsyncWebRequest(new StandardServletAsyncWebRequest(request, new MockHttpServletResponse()));
        manager.startDeferredResultProcessing(result.deferred());
    }

    @AfterEach
    void close() {
        giveBacks.destroy();
    }

    /** Ends the request in any case. */
    private void complete() {
        request.getAsyncContext().complete();
    }

    private ReserveAnswer answer() {
        return (ReserveAnswer) result.deferred().getResult();
    }

    @Test
    void answerThatWasWrittenShouldNotBeGivenBack() throws Exception {
        PulledTask task = task("a");
        result.give(List.of(task));
        MockHttpServletResponse response = new MockHttpServletResponse();
        answer().render(null, request, response);
        complete();
        assertThat(response.getContentAsString())
                .contains("\"id\":\"a\"", "\"receipt\":\"r1.x\"", "\"leaseMillis\":29000");
        then(task).should(never()).release();
    }

    @Test
    void requestThatEndedBeforeShouldHaveItsTasksGivenBack() throws Exception {
        PulledTask task = task("a");
        complete();
        result.give(List.of(task));
        then(task).should().release();
    }

    /** The client disconnects when its response is ready: a server then refuses the response of another thread. */
    @Test
    void serverThatRefusesAResponseShouldHaveItsTasksGivenBackOnce() {
        PulledTask task = task("a");
        ReserveResult refused = refused();
        refused.give(List.of(task));
        then(task).should(times(1)).release();
    }

    @Test
    void serverThatRefusesAFailureShouldHaveItsTasksGivenBackOnce() {
        PulledTask task = task("a");
        refused().fail(new IllegalStateException("failed"), List.of(task));
        then(task).should(times(1)).release();
    }

    private ReserveResult refused() {
        ReserveResult refused = new ReserveResult(giveBacks, new Probe(request, new MockHttpServletResponse()));
        refused.deferred().setResultHandler(response -> {
            throw new IllegalStateException("refused");
        });
        return refused;
    }

    @Test
    void requestThatEndsBeforeItsAnswerIsWrittenShouldHaveItsTasksGivenBackOnce() throws Exception {
        PulledTask task = task("a");
        result.give(List.of(task));
        complete();
        MockHttpServletResponse response = new MockHttpServletResponse();
        answer().render(null, request, response);
        assertThat(response.getContentAsString()).isEmpty();
        then(task).should(times(1)).release();
    }

    @Test
    void requestThatFailedShouldHaveTasksThatComeAllTheSameGivenBack() {
        PulledTask task = task("a");
        result.fail(new IllegalStateException("failed"), List.of());
        result.give(List.of(task));
        then(task).should().release();
    }

    @Test
    void answerThatCannotBeWrittenShouldBeGivenBackAsFarAsItCan() throws Exception {
        PulledTask stale = task("stale");
        PulledTask task = task("task");
        willThrow(new StaleTaskException(TOPIC, "stale", 1)).given(stale).release();
        result.give(List.of(stale, task));
        answer().render(null, request, broken());
        complete();
        then(stale).should(times(1)).release();
        then(task).should(times(1)).release();
    }

    @Test
    void storeThatWasAwayShouldBeAskedAgainForWhatItDidNotTake() {
        PulledTask first = task("first");
        PulledTask second = task("second");
        PulledTask third = task("third");
        willThrow(new TaskStoreUnavailableException("away", null))
                .willThrow(new TaskStoreUnavailableException("away", null))
                .willDoNothing()
                .given(second)
                .release();
        complete();
        result.give(List.of(first, second, third));
        await().untilAsserted(() -> then(third).should(times(1)).release());
        then(first).should(times(1)).release();
        then(second).should(times(3)).release();
    }

    @Test
    void leaseThatHasEndedShouldNotBeGivenBackAnyMore() {
        PulledTask ended = task("ended");
        PulledTask lasting = task("lasting");
        given(ended.leaseLeft()).willReturn(Duration.ZERO);
        willThrow(new TaskStoreUnavailableException("away", null)).given(ended).release();
        complete();
        result.give(List.of(ended, lasting));
        await().untilAsserted(() -> then(lasting).should(times(1)).release());
        then(ended).should(times(1)).release();
    }

    /** A call of an interrupted thread would not be repeated. */
    @Test
    void threadThatIsInterruptedShouldGiveBackLikeAnother() {
        PulledTask task = task("a");
        boolean[] interrupted = {true};
        willAnswer(call -> interrupted[0] = Thread.currentThread().isInterrupted())
                .given(task)
                .release();
        complete();
        Thread.currentThread().interrupt();
        result.give(List.of(task));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupted[0]).isFalse();
    }

    @Test
    void storeThatIsAwayShouldNotBeAskedForEveryTask() {
        PulledTask first = task("first");
        PulledTask second = task("second");
        willThrow(new TaskStoreUnavailableException("away", null)).given(first).release();
        result.give(List.of(first, second));
        answer().render(null, request, broken());
        then(second).should(never()).release();
    }

    @Test
    void answerThatCannotBeMadeShouldBeGivenBackAndSaid() {
        PulledTask task = task("a");
        given(task.headers()).willThrow(new IllegalStateException("broken"));
        result.give(List.of(task));
        MockHttpServletResponse response = new MockHttpServletResponse();
        assertThatThrownBy(() -> answer().render(null, request, response)).hasMessage("broken");
        then(task).should(times(1)).release();
    }

    private static MockHttpServletResponse broken() {
        return new MockHttpServletResponse() {
            @Override
            public ServletOutputStream getOutputStream() {
                ServletOutputStream stream = mock();
                try {
                    willThrow(new IOException("Broken pipe")).given(stream).write(any(byte[].class));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
                return stream;
            }
        };
    }

    @Test
    void failureShouldGiveBackWhatWasLeased() {
        PulledTask task = task("a");
        result.fail(new IllegalStateException("failed"), List.of(task));
        then(task).should(times(1)).release();
    }

    /** A filter may buffer the response, so that the server has sent nothing. */
    @Test
    void answerAfterAProbeShouldNotSayItsLength() {
        assertThat(result.probe().write()).isTrue();
        result.give(List.of());
        MockHttpServletResponse response = new MockHttpServletResponse();
        answer().render(null, request, response);
        assertThat(response.containsHeader("Content-Length")).isFalse();
    }

    @Test
    void answerWithoutAProbeShouldSayItsLength() {
        result.give(List.of());
        MockHttpServletResponse response = new MockHttpServletResponse();
        answer().render(null, request, response);
        assertThat(response.getHeader("Content-Length")).isEqualTo("12");
    }

    @Test
    void probeThatFailsInAnyWayShouldSayThatNobodyIsThere() {
        ServletRequest recycled = mock();
        given(recycled.isAsyncStarted()).willThrow(new NullPointerException());
        assertThat(new Probe(recycled, new MockHttpServletResponse()).write()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"true, DEBUG", "false, ERROR"})
    void failureAfterAProbeShouldBeLoggedAsItDeserves(boolean expected, String level) {
        Logger log = (Logger) LoggerFactory.getLogger(ReserveResult.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.setLevel(Level.DEBUG);
        log.addAppender(lines);
        try {
            result.probe().write();
            result.fail(
                    expected ? new ProblemException(ProblemType.HAS_CALLBACK, "expected") : new RuntimeException(),
                    List.of());
        } finally {
            log.detachAppender(lines);
            log.setLevel(null);
        }
        assertThat(lines.list).extracting(ILoggingEvent::getLevel).containsExactly(Level.toLevel(level));
    }

    @Test
    void deferredResultShouldHaveNoTimeOut() {
        DeferredResult<?> deferred = result.deferred();
        assertThat(deferred).extracting("timeoutValue").isEqualTo(-1L);
    }
}
