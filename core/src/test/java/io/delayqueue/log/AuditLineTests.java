package io.delayqueue.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AuditLineTests {

    @Test
    void longestValuesShouldLeaveTheOthersInTheLine() {
        String longest = "\u202e".repeat(1_000);
        String line = LogText.line(new AuditLine(400)
                .with("action", longest)
                .with("queue", longest)
                .with("group", longest)
                .with("topic", longest)
                .with("id", longest)
                .with("ids", longest)
                .with("tasks", 7)
                .with("user", "ada")
                .with("via", "actuator")
                .with("address", "10.0.0.7")
                .toString());
        assertThat(line).endsWith(" tasks=7 user=ada via=actuator address=10.0.0.7 status=400");
    }
}
