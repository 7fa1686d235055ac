package io.delayqueue.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** Maps results of the check of payloads to HTTP statuses, like {@link DelayQueueEndpointWebExtension}. */
@EndpointWebExtension(endpoint = DelayQueuePayloadsEndpoint.class)
final class DelayQueuePayloadsEndpointWebExtension {

    private final DelayQueuePayloadsEndpoint endpoint;

    DelayQueuePayloadsEndpointWebExtension(DelayQueuePayloadsEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @ReadOperation
    WebEndpointResponse<OperationResponseBody> payloads(@Selector String group, @Nullable String queue) {
        return DelayQueueEndpointWebExtension.respond(() -> endpoint.payloads(group, queue));
    }
}
