package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.TopicName;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Keys;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.TopicKeys;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Shows the keys of a topic with the most tasks that wait for others. Separate from {@link DelayQueueEndpoint}, because keys are data of tasks.
 *
 * @param engines the engines of the application
 */
@WebEndpoint(id = "delayqueuekeys", defaultAccess = Access.READ_ONLY)
record DelayQueueKeysEndpoint(Engines engines) {

    @ReadOperation
    WebEndpointResponse<OperationResponseBody> keys(
            @Selector String group, @Selector String topic, @Nullable String queue) {
        return DelayQueueEndpointWebExtension.respond(() -> {
            DelayQueueEngine engine = engines.find(queue);
            if (engine == null || !TopicName.isValid(group) || !TopicName.isValid(topic)) {
                return null;
            }
            TopicKeys keys = engine.inspector().keys(new TopicName(group, topic), DelayQueueInspector.MAX_KEYS);
            return new Keys(keys.order(), keys.behind(), keys.hottest());
        });
    }
}
