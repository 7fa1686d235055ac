package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.DelayQueueException;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Problem;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Queues;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Maps results of the endpoint to HTTP statuses: 400 for an invalid request, 404 for an unknown name, 409 for what is still used, 503 for a store that
 * does not answer or a closed engine.
 *
 * @param endpoint the endpoint
 */
@EndpointWebExtension(endpoint = DelayQueueEndpoint.class)
record DelayQueueEndpointWebExtension(DelayQueueEndpoint endpoint) {

    @ReadOperation
    WebEndpointResponse<OperationResponseBody> queues() {
        Queues queues = endpoint.queues();
        boolean answered = queues.queues().stream().anyMatch(queue -> queue.error() == null);
        return new WebEndpointResponse<>(
                queues, answered ? WebEndpointResponse.STATUS_OK : WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
    }

    @ReadOperation
    WebEndpointResponse<OperationResponseBody> group(@Selector String group, @Nullable String queue) {
        return respond(() -> endpoint.group(group, queue));
    }

    @ReadOperation
    WebEndpointResponse<OperationResponseBody> topic(
            @Selector String group, @Selector String topic, @Nullable String queue) {
        return respond(() -> endpoint.topic(group, topic, queue));
    }

    @WriteOperation
    WebEndpointResponse<OperationResponseBody> change(
            @Selector String group,
            @Selector String topic,
            String action,
            @Nullable String duration,
            @Nullable String queue,
            SecurityContext caller) {
        return respond(() -> endpoint.change(group, topic, action, duration, queue, caller));
    }

    @WriteOperation
    WebEndpointResponse<OperationResponseBody> changeGroup(
            @Selector String group, String action, @Nullable String queue, SecurityContext caller) {
        return respond(() -> endpoint.drain(group, action, queue, caller));
    }

    @WriteOperation
    WebEndpointResponse<OperationResponseBody> changeAll(
            String action, @Nullable String queue, SecurityContext caller) {
        return respond(() -> endpoint.drain(null, action, queue, caller));
    }

    @DeleteOperation
    WebEndpointResponse<OperationResponseBody> unregisterTopic(
            @Selector String group, @Selector String topic, @Nullable String queue, SecurityContext caller) {
        return respond(() -> endpoint.unregister(group, topic, queue, caller));
    }

    @DeleteOperation
    WebEndpointResponse<OperationResponseBody> unregisterGroup(
            @Selector String group, @Nullable String queue, SecurityContext caller) {
        return respond(() -> endpoint.unregister(group, null, queue, caller));
    }

    static WebEndpointResponse<OperationResponseBody> respond(
            Supplier<? extends @Nullable OperationResponseBody> operation) {
        return answer(() -> {
            OperationResponseBody body = operation.get();
            return body == null
                    ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                    : new WebEndpointResponse<>(body);
        });
    }

    /** Maps failures to statuses. */
    static WebEndpointResponse<OperationResponseBody> answer(
            Supplier<WebEndpointResponse<OperationResponseBody>> operation) {
        try {
            return operation.get();
        } catch (InvalidEndpointRequestException | StillUsedException | DelayQueueException e) {
            return new WebEndpointResponse<>(new Problem(String.valueOf(e.getMessage())), ChangeLog.status(e));
        }
    }
}
