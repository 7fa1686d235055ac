package io.delayqueue.demo.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.browser.Accessibility;
import io.delayqueue.browser.Browser.Colours;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Autowired;

/** Page of the shop. */
class ShopPageIT extends BrowserFixture {

    @Autowired
    private DelayQueueService tasks;

    @Test
    void orderShouldCountDownAndCancelItself() {
        String item = "Tea <b>for</b> two";
        String number = new ShopPage(browser, address).order(item, 60);
        String first = browser.visible(ShopPage.timer(item)).getText();
        browser.awaitText(ShopPage.timer(item), now -> !now.isEmpty() && !now.equals(first));
        tasks.runTaskNow("orders", "cancel-" + number);
        browser.awaitText(ShopPage.card(item), text -> text.contains("Not paid, so it cancelled itself"));
        assertThat(browser.driver().findElements(By.cssSelector("h3 b"))).isEmpty();
    }

    @Test
    void withdrawnOrderShouldLeaveNoTask() {
        String item = "Plums, a bag";
        String number = new ShopPage(browser, address).order(item, 60);
        browser.click(ShopPage.card(item), By.cssSelector("button[aria-label^=Withdraw]"));
        browser.awaitText(ShopPage.card(item), text -> text.contains("Withdrawn"));
        assertThat(tasks.findTask("orders", "cancel-" + number)).isEmpty();
        assertThat(tasks.findTask("orders", "remind-" + number)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    limit       | parcel 6
                    key         | Bob, apples: done
                    transaction | Alice: the task runs, rows: 1
                    """)
    void buttonShouldShowAPromise(String promise, String step) {
        new ShopPage(browser, address).open();
        browser.click(By.cssSelector("button[data-promise=" + promise + "]"));
        browser.awaitText(By.id(promise), text -> text.contains(step));
    }

    @Test
    void mailServerShouldBeSwitchedAndStaySo() {
        ShopPage shop = new ShopPage(browser, address);
        shop.open();
        shop.switchMailServer(false);
        shop.open();
        assertThat(shop.mailServerIsUp()).isFalse();
        shop.switchMailServer(true);
        assertThat(shop.mailServerIsUp()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void everybodyShouldBeAbleToUseIt(Colours colours) {
        ShopPage shop = new ShopPage(browser, address);
        for (int width : new int[] {360, 768, 1440}) {
            browser.view(width, 900, colours);
            shop.open();
            browser.awaitNoHorizontalScroll();
        }
        Accessibility.check(browser.driver(), "the shop, " + colours);
    }
}
