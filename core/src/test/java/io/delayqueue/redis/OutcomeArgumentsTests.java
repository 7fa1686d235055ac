package io.delayqueue.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.store.AttemptRecord;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.Outcome;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class OutcomeArgumentsTests {

    private static final Delivery DELIVERY = new Delivery("t", "a", 1, "i", null);

    @Test
    void recordShouldHaveTheDigitsOfJsonInEachLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            Outcome.Finished finished =
                    new Outcome.Finished(DELIVERY, new AttemptRecord(1_795_000_000_000L, 12L, null, 1, "", true));
            assertThat(OutcomeArguments.of(finished)).last().satisfies(label -> assertThat(new String(label, UTF_8))
                    .isEqualTo("\t1795000000000,12,null,1,\"i\"]"));
        } finally {
            Locale.setDefault(before);
        }
    }
}
