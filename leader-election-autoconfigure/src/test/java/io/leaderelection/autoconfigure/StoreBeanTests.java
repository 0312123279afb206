/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.leaderelection.annotation.LeaderElectionStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StoreBeanTests {

	/** Beans without annotations by name. */
	private static final Map<String, Consumer<AbstractBeanDefinition>> PLAIN = Map.of("one", (definition) -> {
	}, "two", (definition) -> {
	}, "primary", (definition) -> definition.setPrimary(true), "fallback", (definition) -> definition.setFallback(true),
			"kept", (definition) -> definition.setDefaultCandidate(false), "keptPrimary", (definition) -> {
				definition.setDefaultCandidate(false);
				definition.setPrimary(true);
			}, "excluded", (definition) -> definition.setAutowireCandidate(false), "lazy",
			(definition) -> definition.setLazyInit(true));

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "-", textBlock = """
			other                | -                                   | -
			one                  | the Client bean one                 | one
			one primary          | the Client beans one, primary       | primary
			one fallback         | the Client beans one, fallback      | one
			one primary chosen   | the Client bean chosen              | chosen
			kept                 | -                                   | -
			one kept             | the Client bean one                 | one
			one keptChosen       | the Client bean keptChosen          | keptChosen
			excluded             | -                                   | -
			one excluded         | the Client bean one                 | one
			one fallback kept    | the Client beans one, fallback      | one
			one primary keptPrimary | the Client beans one, primary    | primary
			one scopedChosen     | the Client bean scopedChosen        | scopedChosen
			scoped               | the Client bean scoped              | scoped
			""")
	void beanIsFoundAmongOthers(String beans, @Nullable String evidence, @Nullable String name) {
		try (ConfigurableApplicationContext context = context(null, beans)) {
			assertFound(context, evidence, (name != null) ? context.getBean(name) : null);
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			one kept       | other | the Client bean one           | one
			one keptChosen | two   | the Client bean keptChosen    | keptChosen
			one primary    | kept  | the Client beans one, primary | primary
			""")
	void beanOfAParentIsFound(String ofParent, String ofChild, String evidence, String name) {
		try (ConfigurableApplicationContext parent = context(null, ofParent);
				ConfigurableApplicationContext child = context(parent, ofChild)) {
			assertFound(child, evidence, parent.getBean(name));
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			one two                     | one, two
			one two keptPrimary         | one, two
			primary chosen secondChosen | chosen, secondChosen
			""")
	void severalBeansAreRefusedByName(String beans, String names) {
		try (ConfigurableApplicationContext context = context(null, beans)) {
			StoreBean<Client> bean = bean(context, false);
			assertThat(bean.evidence()).isEqualTo("the Client beans " + names);
			assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(bean::find)
				.withMessageStartingWith(
						"There are several Client beans, and leader election cannot choose one: " + names)
				.satisfies((ex) -> assertThat(ex.getAction()).contains("@LeaderElectionStore"));
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					other         | no Client bean
					kept excluded | no Client bean but the Client beans kept, excluded, kept from injection and not annotated with @LeaderElectionStore
					""")
	void reasonNamesBeansKeptFromInjection(String beans, String reason) {
		try (ConfigurableApplicationContext context = context(null, beans)) {
			assertThat(bean(context, false).evidence()).isNull();
			assertThat(bean(context, false).reasonForNone()).isEqualTo(reason);
		}
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void beansKeptFromInjectionAreLogged(CapturedOutput output) {
		try (ConfigurableApplicationContext context = context(null, "other")) {
			assertThat(bean(context, false).find()).isNull();
			assertThat(output).doesNotContain("Leader election found");
		}
		try (ConfigurableApplicationContext context = context(null, "kept")) {
			assertThat(bean(context, false).find()).isNull();
			assertThat(output).containsOnlyOnce("Leader election found no Client bean but the Client bean kept, kept");
		}
	}

	@ParameterizedTest
	@CsvSource({ "kept, kept", "kept one, one" })
	void nonDefaultCandidateIsUsedIfAllowedAndAlone(String beans, String name) {
		try (ConfigurableApplicationContext context = context(null, beans)) {
			assertThat(bean(context, true).find()).isSameAs(context.getBean(name));
		}
	}

	@Test
	void severalNonDefaultCandidatesAreRefusedByName() {
		try (ConfigurableApplicationContext context = context(null, "kept excluded")) {
			assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> bean(context, true).find())
				.withMessageContaining("cannot choose one: kept, excluded");
		}
	}

	@Test
	void registeredSingletonIsUsed() {
		try (ConfigurableApplicationContext parent = context(null, "other");
				ConfigurableApplicationContext child = context(parent, "other")) {
			Client registered = new Client();
			parent.getBeanFactory().registerSingleton("registered", registered);
			assertFound(parent, "the Client bean registered", registered);
			assertFound(child, "the Client bean registered", registered);
		}
	}

	@Test
	void evidenceCreatesNoBean() {
		try (ConfigurableApplicationContext context = context(null, "lazy")) {
			assertThat(bean(context, false).evidence()).isEqualTo("the Client bean lazy");
			assertThat(context.getBeanFactory().containsSingleton("lazy")).isFalse();
		}
	}

	@Test
	@DisplayName("A factory whose product type is known only after its creation is created if allowed")
	void factoryOfAnUnknownTypeIsCreatedIfAllowed() {
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			context.registerBean("factory", FactoryBean.class, Undeclared::new,
					(definition) -> definition.setLazyInit(true));
			context.refresh();
			assertThat(bean(context, false).find()).isNull();
			assertThat(bean(context, true).find()).isSameAs(context.getBean("factory"));
		}
	}

	private static void assertFound(ConfigurableApplicationContext context, @Nullable String evidence,
			@Nullable Object found) {
		assertThat(bean(context, false).evidence()).isEqualTo(evidence);
		assertThat(bean(context, false).find()).isSameAs(found);
	}

	private static StoreBean<Client> bean(ConfigurableApplicationContext context, boolean exhaustive) {
		return exhaustive ? new StoreBean<>(Client.class, context.getBeanFactory(), true)
				: new StoreBean<>(Client.class, context.getBeanFactory());
	}

	/**
	 * Returns a context with some of {@link #PLAIN} and {@link Beans}.
	 * @param names the names of these beans
	 */
	private static ConfigurableApplicationContext context(@Nullable ApplicationContext parent, String names) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.setParent(parent);
		// Not with the profiles of the parent
		context.setEnvironment(new StandardEnvironment());
		context.getEnvironment().setActiveProfiles(names.split(" "));
		Stream.of(names.split(" "))
			.filter(PLAIN::containsKey)
			.forEach((name) -> context.registerBean(name, Client.class, Client::new,
					(definition) -> PLAIN.get(name).accept((AbstractBeanDefinition) definition)));
		context.register(Beans.class);
		context.refresh();
		return context;
	}

	static class Client {

	}

	@Configuration(proxyBeanMethods = false)
	static class Beans {

		@Bean
		@LeaderElectionStore
		@Profile("chosen")
		Client chosen() {
			return new Client();
		}

		@Bean
		@LeaderElectionStore
		@Profile("secondChosen")
		Client secondChosen() {
			return new Client();
		}

		@Bean(defaultCandidate = false)
		@LeaderElectionStore
		@Profile("keptChosen")
		Client keptChosen() {
			return new Client();
		}

		@Bean
		@Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		@Profile("scoped")
		Client scoped() {
			return new Client();
		}

		@Bean
		@LeaderElectionStore
		@Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		@Profile("scopedChosen")
		Client scopedChosen() {
			return new Client();
		}

	}

	static class Undeclared implements FactoryBean<Object> {

		private final Client made = new Client();

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
