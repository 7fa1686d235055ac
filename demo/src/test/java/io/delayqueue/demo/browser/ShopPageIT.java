package io.delayqueue.demo.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.demo.browser.Browser.Colours;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Value;

/** The shop's own page. */
@BrowserTest
class ShopPageIT {

    @Value("http://localhost:${local.server.port}")
    private String shop;

    @Test
    void orderShouldCountDownAndCancelItself(Browser browser) {
        browser.open(shop);
        browser.visible(By.id("item")).clear();
        browser.visible(By.id("item")).sendKeys("Tea <b>for</b> two");
        browser.click(By.cssSelector("input[name=paymentSeconds][value='5']"));
        browser.click(By.cssSelector("#place button"));

        By timer = By.xpath("//li[.//h3[contains(., 'Tea <b>for</b> two')]]//*[@role = 'timer']");
        String first = browser.visible(timer).getText();
        browser.awaitText(timer, now -> !now.isEmpty() && !now.equals(first));
        By card = By.xpath("//li[.//h3[contains(., 'Tea <b>for</b> two')]]");
        browser.awaitText(card, text -> text.contains("Not paid, so it cancelled itself"));
        assertThat(browser.driver().findElements(By.cssSelector("h3 b"))).isEmpty();
    }

    @Test
    void mailServerShouldBeSwitchedAndStaySo(Browser browser) {
        By box = By.id("mail-server");
        browser.open(shop);
        browser.await(
                "the switch is on", () -> browser.driver().findElement(box).isSelected());
        browser.click(box);
        browser.await(
                "the switch is set", () -> browser.driver().findElement(box).isEnabled());

        browser.open(shop);
        browser.await(
                "the switch is known", () -> browser.driver().findElement(box).isEnabled());
        assertThat(browser.driver().findElement(box).isSelected()).isFalse();

        browser.click(box);
        browser.await(
                "the switch is set", () -> browser.driver().findElement(box).isEnabled());
        assertThat(browser.driver().findElement(box).isSelected()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void everybodyShouldBeAbleToUseIt(Colours colours, Browser browser) {
        for (int width : new int[] {360, 768, 1440}) {
            browser.view(width, 900, colours);
            browser.open(shop);
            browser.awaitText(By.id("link"), "Live"::equals);
            browser.assertNoHorizontalScroll();
        }
        Accessibility.check(browser.driver(), "the shop, " + colours);
    }
}
