/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;
import java.util.function.BiConsumer;

import io.leaderelection.annotation.LeaderElectionStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StoreBeanTests {

	@Test
	void nothingIsFoundWithoutBeans() {
		assertFound(Nothing.class, null, null);
	}

	@Test
	void onlyBeanIsUsed() {
		assertFound(One.class, "the Client bean one", "one");
	}

	@Test
	void severalAreRefusedByName() {
		refused("one, two", One.class, Two.class);
	}

	@Test
	void primaryBeanIsUsed() {
		assertFound("the Client beans one, primary", "primary", One.class, PrimaryOne.class);
	}

	@Test
	void fallbackBeanIsNotUsed() {
		assertFound("the Client beans one, fallback", "one", One.class, FallbackOne.class);
	}

	@Test
	void annotatedBeanIsPreferredToThePrimary() {
		assertFound("the Client bean annotated", "annotated", One.class, PrimaryOne.class, Annotated.class);
	}

	@Test
	void severalAnnotatedBeansAreRefusedByName() {
		refused("annotated, otherAnnotated", PrimaryOne.class, Annotated.class, OtherAnnotated.class);
	}

	@Test
	void beanForAnotherPurposeIsNotUsed() {
		assertFound(NotByDefault.class, null, null);
		assertFound("the Client bean one", "one", One.class, NotByDefault.class);
	}

	@Test
	void annotatedBeanForAnotherPurposeIsUsed() {
		assertFound("the Client bean notByDefaultButAnnotated", "notByDefaultButAnnotated", One.class,
				NotByDefaultButAnnotated.class);
	}

	@Test
	void beanExcludedFromInjectionIsNotUsed() {
		assertFound(NotInjectable.class, null, null);
		assertFound("the Client bean one", "one", One.class, NotInjectable.class);
	}

	@Test
	void beanForAnotherPurposeCausesNoAmbiguity() {
		assertFound("the Client beans one, fallback", "one", One.class, FallbackOne.class, NotByDefault.class);
		assertFound("the Client beans one, primary", "primary", One.class, PrimaryOne.class, PrimaryNotByDefault.class);
	}

	@Test
	void primaryBeanForAnotherPurposeIsNotUsed() {
		refused("one, two", One.class, Two.class, PrimaryNotByDefault.class);
	}

	@Test
	void reasonNamesBeansExcludedFromInjection() {
		reason("no Client bean", Nothing.class);
		reason("no Client bean but the Client beans notByDefault, notInjectable, kept from injection and not annotated "
				+ "with @LeaderElectionStore", NotByDefault.class, NotInjectable.class);
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void logsBeansExcludedFromInjection(CapturedOutput output) {
		assertFound(Nothing.class, null, null);
		assertThat(output).doesNotContain("Leader election found");
		assertFound(NotByDefault.class, null, null);
		assertThat(output)
			.containsOnlyOnce("Leader election found no Client bean but the Client bean notByDefault, kept");
	}

	@Test
	void nonDefaultCandidateIsUsedIfAllowedAndAlone() {
		assertThat(exhaustively(NotByDefault.class)).hasToString("not by default");
		assertThat(exhaustively(NotByDefault.class, One.class)).hasToString("one");
		assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> exhaustively(NotByDefault.class, NotInjectable.class))
			.withMessageContaining("cannot choose one: notByDefault, notInjectable");
	}

	@Test
	void annotatedScopedBeanIsItsProxy() {
		assertFound("the Client bean scopedAndAnnotated", "scopedAndAnnotated", One.class, ScopedAndAnnotated.class);
	}

	@Test
	void scopedBeanCountsOnce() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Scoped.class)) {
			StoreBean<Client> bean = bean(context);
			assertThat(bean.evidence()).isEqualTo("the Client bean scoped");
			assertThat(bean.find()).isSameAs(context.getBean("scoped"));
		}
	}

	@Test
	void beanOfAParentIsUsed() {
		inChild((parent, bean) -> {
			assertThat(bean.evidence()).isEqualTo("the Client bean one");
			assertThat(bean.find()).isSameAs(parent.getBean("one"));
		}, Nothing.class, One.class, NotByDefault.class);
	}

	@Test
	void annotatedBeanOfAParentIsUsed() {
		inChild((parent, bean) -> {
			assertThat(bean.evidence()).isEqualTo("the Client bean notByDefaultButAnnotated");
			assertThat(bean.find()).isSameAs(parent.getBean("notByDefaultButAnnotated"));
		}, Two.class, One.class, NotByDefaultButAnnotated.class);
	}

	@Test
	void primaryBeanOfAParentIsUsed() {
		inChild((parent, bean) -> {
			assertThat(bean.evidence()).isEqualTo("the Client beans one, primary");
			assertThat(bean.find()).isSameAs(parent.getBean("primary"));
		}, NotByDefault.class, One.class, PrimaryOne.class);
	}

	@Test
	void registeredSingletonIsUsed() {
		Client registered = new Client("registered");
		try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext();
				AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			parent.getBeanFactory().registerSingleton("registered", registered);
			parent.refresh();
			child.setParent(parent);
			child.refresh();
			for (AnnotationConfigApplicationContext context : List.of(parent, child)) {
				assertThat(bean(context).evidence()).isEqualTo("the Client bean registered");
				assertThat(bean(context).find()).isSameAs(registered);
			}
		}
	}

	@Test
	void evidenceCreatesNoBean() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Lazies.class)) {
			assertThat(bean(context).evidence()).isEqualTo("the Client bean lazy");
			assertThat(context.getBeanFactory().containsSingleton("lazy")).isFalse();
		}
	}

	@Test
	@DisplayName("A factory whose product type is known only after its creation is created if allowed")
	void factoryOfAnUnknownTypeIsCreatedIfAllowed() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.registerBean("factory", FactoryBean.class, () -> new Undeclared());
			AbstractBeanDefinition definition = (AbstractBeanDefinition) context.getBeanDefinition("factory");
			definition.setLazyInit(true);
			context.refresh();
			assertThat(bean(context).find()).isNull();
			assertThat(new StoreBean<>(Client.class, context.getBeanFactory(), true).find())
				.isSameAs(context.getBean("factory"));
		}
	}

	private static void assertFound(Class<?> configuration, @Nullable String evidence, @Nullable String name) {
		assertFound(evidence, name, configuration);
	}

	private static void assertFound(@Nullable String evidence, @Nullable String name, Class<?>... configurations) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(configurations)) {
			StoreBean<Client> bean = bean(context);
			assertThat(bean.evidence()).isEqualTo(evidence);
			assertThat(bean.find()).isSameAs((name != null) ? context.getBean(name) : null);
		}
	}

	private static void reason(String reason, Class<?>... configurations) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(configurations)) {
			assertThat(bean(context).evidence()).isNull();
			assertThat(bean(context).reasonForNone()).isEqualTo(reason);
		}
	}

	private static @Nullable Client exhaustively(Class<?>... configurations) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(configurations)) {
			return new StoreBean<>(Client.class, context.getBeanFactory(), true).find();
		}
	}

	private static void inChild(BiConsumer<ApplicationContext, StoreBean<Client>> test, Class<?> ofChild,
			Class<?>... ofParent) {
		try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext(ofParent);
				AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(parent);
			child.register(ofChild);
			child.refresh();
			test.accept(parent, bean(child));
		}
	}

	private static void refused(String names, Class<?>... configurations) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(configurations)) {
			StoreBean<Client> bean = bean(context);
			assertThat(bean.evidence()).isEqualTo("the Client beans " + names);
			assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(bean::find)
				.withMessageStartingWith(
						"There are several Client beans, and leader election cannot choose one: " + names)
				.satisfies((ex) -> assertThat(ex.getAction()).contains("@LeaderElectionStore"));
		}
	}

	private static StoreBean<Client> bean(AnnotationConfigApplicationContext context) {
		return new StoreBean<>(Client.class, context.getBeanFactory());
	}

	static class Client {

		private final String name;

		Client(String name) {
			this.name = name;
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Nothing {

	}

	@Configuration(proxyBeanMethods = false)
	static class One {

		@Bean
		Client one() {
			return new Client("one");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Two {

		@Bean
		Client two() {
			return new Client("two");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryOne {

		@Bean
		@Primary
		Client primary() {
			return new Client("primary");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FallbackOne {

		@Bean
		@Fallback
		Client fallback() {
			return new Client("fallback");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Annotated {

		@Bean
		@LeaderElectionStore
		Client annotated() {
			return new Client("annotated");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OtherAnnotated {

		@Bean
		@LeaderElectionStore
		Client otherAnnotated() {
			return new Client("other");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NotByDefault {

		@Bean(defaultCandidate = false)
		Client notByDefault() {
			return new Client("not by default");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NotByDefaultButAnnotated {

		@Bean(defaultCandidate = false)
		@LeaderElectionStore
		Client notByDefaultButAnnotated() {
			return new Client("not by default");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryNotByDefault {

		@Bean(defaultCandidate = false)
		@Primary
		Client primaryNotByDefault() {
			return new Client("primary, not by default");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ScopedAndAnnotated {

		@Bean
		@LeaderElectionStore
		@Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Client scopedAndAnnotated() {
			return new Client("scoped");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NotInjectable {

		@Bean(autowireCandidate = false)
		Client notInjectable() {
			return new Client("not injectable");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Scoped {

		@Bean
		@Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		Client scoped() {
			return new Client("scoped");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Lazies {

		@Bean
		@Lazy
		Client lazy() {
			return new Client("lazy");
		}

	}

	static class Undeclared implements FactoryBean<Object> {

		private final Client made = new Client("made");

		@Override
		public Object getObject() {
			return this.made;
		}

		@Override
		public Class<?> getObjectType() {
			return Client.class;
		}

	}

}
