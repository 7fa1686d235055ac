package io.delayqueue.web.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.WebApplication;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@link Curl}, with which {@link HttpApiPageIT} runs the commands of a page. */
class CurlIT {

    /** Without curl another client runs the commands. */
    @Test
    void commandsShouldDoTheSameWithoutCurl() throws Exception {
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(server)) {
            Map<String, String> api = Map.of("API", application.origin() + application.api());
            Curl add = new Curl("curl $API/groups/g/topics/t/tasks -H 'Content-Type: application/json' \\\n"
                    + "     -d '{\"id\": \"a\", \"delay\": \"1h\"}'");
            assertThat(add.byClient(api).status()).isEqualTo(201);
            Curl list = new Curl("curl \"$API/groups/g/topics/t/tasks?state=DELAYED\"");
            assertThat(list.byClient(api).body()).isEqualTo(list.run(api).body());
            assertThat(new Curl("curl -X DELETE $API/groups/g/tasks/a")
                            .byClient(api)
                            .status())
                    .isEqualTo(200);
            Curl live = new Curl("curl -N --max-time 2 $API/live");
            assertThat(live.byClient(api).body()).contains("event:overview\ndata:{");
        }
    }
}
