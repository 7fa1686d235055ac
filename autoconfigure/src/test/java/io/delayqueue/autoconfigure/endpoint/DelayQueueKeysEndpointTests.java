package io.delayqueue.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;

import io.delayqueue.TaskStoreUnavailableException;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.KeyOrder;
import io.delayqueue.monitor.TopicKeys;
import io.delayqueue.monitor.TopicKeys.KeyTasks;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

class DelayQueueKeysEndpointTests {

    private static final TopicName TOPIC = new TopicName("orders", "sync");

    private final DelayQueueEngine engine = mock(RETURNS_DEEP_STUBS);

    private final DelayQueueKeysEndpoint endpoint = new DelayQueueKeysEndpoint(new Engines(() -> List.of(engine)));

    @BeforeEach
    void prepare() {
        given(engine.name()).willReturn("default");
    }

    @Test
    void keysShouldBeShownWithTheTasksThatOthersWaitFor() {
        List<KeyTasks> hottest = List.of(new KeyTasks("customer-42", List.of("a"), 7));
        given(engine.inspector().keys(TOPIC, 100)).willReturn(new TopicKeys(KeyOrder.DEFAULT, 9, hottest));
        WebEndpointResponse<OperationResponseBody> answer = endpoint.keys("orders", "sync", null);
        assertThat(answer.getStatus()).isEqualTo(200);
        assertThat(answer.getBody()).isEqualTo(new Descriptions.Keys(KeyOrder.DEFAULT, 9, hottest));
    }

    @Test
    void unknownNamesShouldBeNotFoundAndAStoreThatIsAwayUnavailable() {
        assertThat(endpoint.keys("orders", "not valid", null).getStatus()).isEqualTo(404);
        assertThat(endpoint.keys("not valid", "sync", null).getStatus()).isEqualTo(404);
        assertThat(endpoint.keys("orders", "sync", "other").getStatus()).isEqualTo(404);
        given(engine.inspector().keys(TOPIC, 100)).willThrow(new TaskStoreUnavailableException("away", null));
        assertThat(endpoint.keys("orders", "sync", null).getStatus()).isEqualTo(503);
    }
}
