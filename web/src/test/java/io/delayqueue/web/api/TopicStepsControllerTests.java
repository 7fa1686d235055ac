package io.delayqueue.web.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Answers.RETURNS_DEEP_STUBS;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.delayqueue.TaskCounts;
import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.TopicOperations;
import io.delayqueue.TopicStep;
import io.delayqueue.engine.DelayQueueEngine;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

class TopicStepsControllerTests {

    private final MockHttpServletRequest request = new MockHttpServletRequest();

    @Test
    void stepThatFailsShouldLeaveANoteOfWhatWasDoneBefore() {
        DelayQueueEngine queue = mock(DelayQueueEngine.class, RETURNS_DEEP_STUBS);
        TopicOperations topic = queue.service().topic("g", "t");
        given(topic.count())
                .willReturn(new TaskCounts(new TopicName("g", "t"), 0, 0, 0, 1200, false, null, Duration.ZERO, 0, 0));
        given(topic.purgeDeadLetters(null)).willReturn(new TopicStep(500, "1"));
        given(topic.purgeDeadLetters("1")).willReturn(new TopicStep(499, "2"));
        given(topic.purgeDeadLetters("2")).willThrow(new TaskStoreUnavailableException("away", null));
        assertThatThrownBy(() -> new TopicStepsController().purge(queue, "g", "t", null, request))
                .hasMessage("away");
        assertThat(request.getAttribute("io.delayqueue.web.audit.AuditNote.tasks"))
                .isEqualTo(999L);
    }
}
