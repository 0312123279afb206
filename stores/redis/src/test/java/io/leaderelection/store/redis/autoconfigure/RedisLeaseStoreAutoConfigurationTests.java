/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;

import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import io.leaderelection.store.redis.RedisTarget;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import org.assertj.core.util.Throwables;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests the detection of connections in an application, without a server.
 */
class RedisLeaseStoreAutoConfigurationTests {

	private static final String URL = "leader-election.redis.url";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RedisLeaseStoreAutoConfiguration.class));

	private final ApplicationContextRunner dataRedis = this.runner
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class));

	@Test
	void nothingIsDetectedWithoutAConnection() {
		this.runner.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).detect().strength())
			.isEqualTo(Strength.NONE));
		assertRefused(this.runner, URL);
	}

	@Test
	void theApplicationsConnectionIsDetectedAndCopied() {
		withRedis("host=cache", "port=7000", "database=3", "username=app", "password=pw").run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.detect().reason()).contains("redisConnectionFactory");
			assertThat(target(context).cluster()).isFalse();
			assertThat(target(context)).hasToString("cache:7000");
			assertThat(uri(context).getDatabase()).isEqualTo(3);
			assertLogin(uri(context), "app", "pw");
		});
	}

	@Test
	void aClusterIsCopied() {
		withRedis("cluster.nodes=a:1,b:2").run((context) -> {
			assertThat(target(context).cluster()).isTrue();
			assertThat(target(context)).hasToString("a:1,b:2");
		});
	}

	@Test
	void sentinelsAreCopied() {
		assertTarget(withRedis("sentinel.master=orders", "sentinel.nodes=a:1,b:2"), "a:1,b:2#orders");
	}

	@Test
	void sslIsCopied() {
		withRedis("ssl.enabled=true").run((context) -> assertThat(uri(context).isSsl()).isTrue());
	}

	@Test
	void connectionDetailsAreHonoured() {
		assertTarget(withDetails(this.dataRedis, new ContainerDetails()), "container:4711");
	}

	@Test
	void connectionDetailsReplaceAnUnknownFactory() {
		ApplicationContextRunner details = withDetails(with(this.runner, foreign()), new ContainerDetails());
		details.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).detect().strength())
			.isEqualTo(Strength.DETECTED));
		assertTarget(details, "container:4711");
	}

	@Test
	@DisplayName("Sentinels of connection details are copied with both logins, which are read at each connect")
	void sentinelsOfConnectionDetailsAreCopied() {
		SentinelDetails details = new SentinelDetails();
		withDetails(with(this.runner, foreign()), details).run((context) -> {
			RedisURI uri = uri(context);
			assertThat(uri.getSentinelMasterId()).isEqualTo("orders");
			assertThat(uri.getDatabase()).isEqualTo(2);
			assertThat(uri.getSentinels()).hasSize(2);
			for (String suffix : List.of("", "-2")) {
				details.suffix = suffix;
				assertLogin(uri, "app" + suffix, "pw" + suffix);
				assertThat(uri.getSentinels())
					.allSatisfy((sentinel) -> assertLogin(sentinel, "guard" + suffix, "sentinel-pw" + suffix));
			}
		});
	}

	@Test
	void clusterOfConnectionDetailsIsCopied() {
		withDetails(with(this.runner, foreign()), new ClusterDetails()).run((context) -> {
			assertThat(target(context).cluster()).isTrue();
			assertThat(target(context)).hasToString("a:1,b:2");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis://:pw@cache:7001", "redis://%20:pw@cache:7001" })
	void blankUserNameIsOmitted(String url) {
		withRedis("url=" + url).run((context) -> assertLogin(uri(context), null, "pw"));
	}

	@Test
	void blankUserNameOfSentinelsIsOmitted() {
		withRedis("sentinel.master=orders", "sentinel.nodes=a:1", "sentinel.username=", "sentinel.password=pw")
			.run((context) -> assertLogin(uri(context).getSentinels().get(0), null, "pw"));
	}

	@Test
	void userNameWithoutPasswordIsOmitted() {
		withRedis("username=app").run((context) -> {
			RedisCredentials credentials = uri(context).getCredentialsProvider().resolveCredentials().block();
			assertThat(credentials.hasUsername()).isFalse();
			assertThat(credentials.hasPassword()).isFalse();
		});
	}

	static Stream<Arguments> uncopied() {
		RedisStaticMasterReplicaConfiguration fixed = new RedisStaticMasterReplicaConfiguration("a", 1);
		return Stream.of(arguments(foreign(), "redisOfTheApplication"),
				arguments(new LettuceConnectionFactory(fixed), "a fixed list of a primary and its replicas"),
				arguments(proxied(new LettuceConnectionFactory(fixed), true),
						"a fixed list of a primary and its replicas"),
				arguments(new LettuceConnectionFactory(new NoAddress()),
						"cannot be read from a " + NoAddress.class.getName()));
	}

	@ParameterizedTest
	@MethodSource("uncopied")
	void aFactoryThatCannotBeCopiedIsRefused(RedisConnectionFactory factory, String reason) {
		assertRefused(with(this.runner, factory), reason, URL);
	}

	@Test
	void thisMachineIsNotTakenForTheServerOfAnUnknownFactory() {
		assertRefused(with(this.dataRedis, foreign()), "redisOfTheApplication");
		assertTarget(with(withRedis("host=localhost"), foreign()), "localhost:6379");
	}

	static Stream<RedisConnectionFactory> madeFromUrl() {
		return Stream.of(lettuceFromUrl(), proxied(lettuceFromUrl(), true), proxied(lettuceFromUrl(), false));
	}

	@ParameterizedTest
	@MethodSource("madeFromUrl")
	@DisplayName("A configuration made from a URL is copied, also behind a proxy, not the factory's default one")
	void configurationFromUrlIsCopied(RedisConnectionFactory factory) {
		with(this.dataRedis, factory).run((context) -> {
			assertThat(target(context)).hasToString("cache:7001");
			assertThat(uri(context).getDatabase()).isEqualTo(2);
			assertLogin(uri(context), "app", "pw");
		});
	}

	@Test
	void theAnnotatedFactoryWins() {
		assertTarget(with(this.runner, new LettuceConnectionFactory("other", 2)).withUserConfiguration(Annotated.class),
				"annotated:3");
	}

	@Test
	void jedisIsCopied() {
		assertTarget(with(this.runner, new JedisConnectionFactory()), "localhost:6379");
	}

	@Test
	void sslOfJedisIncludesItsSentinels() {
		JedisConnectionFactory jedis = new JedisConnectionFactory(
				new RedisSentinelConfiguration().master("orders").sentinel("a", 1).sentinel("b", 2),
				JedisClientConfiguration.builder().useSsl().build());
		// A start would connect to the Sentinels
		jedis.setEarlyStartup(false);
		jedis.setAutoStartup(false);
		with(this.runner, jedis).run((context) -> {
			assertThat(uri(context).isSsl()).isTrue();
			assertThat(uri(context).getSentinels()).isNotEmpty().allMatch(RedisURI::isSsl);
		});
	}

	@Test
	void theOwnUrlIsConfiguredAndWins() {
		ApplicationContextRunner both = this.dataRedis.withPropertyValues(URL + "=rediss://elections:7001/2");
		both.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).detect().strength())
			.isEqualTo(Strength.CONFIGURED));
		assertTarget(both, "elections:7001");
	}

	@Test
	void theOwnUrlWorksWithoutSpringData() {
		this.runner
			.withClassLoader(new FilteredClassLoader("org.springframework.data", "org.springframework.boot.data.redis"))
			.withPropertyValues(URL + "=redis://a:1,redis://b:2")
			.run((context) -> assertThat(target(context).cluster()).isTrue());
	}

	@Test
	void withoutLettuceNothingIsDetectedAndTheRemedyIsNamed() {
		ApplicationContextRunner withoutLettuce = this.runner
			.withClassLoader(new FilteredClassLoader(RedisClient.class.getPackageName()));
		withoutLettuce.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("redis");
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
		});
		assertRefused(withoutLettuce, "io.lettuce:lettuce-core");
	}

	@Test
	void applicationStartsWithoutRedis() {
		this.runner
			.withClassLoader(new FilteredClassLoader("io.lettuce", "redis.clients", "org.springframework.data",
					"org.springframework.boot.data.redis", "io.netty", "reactor"))
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void badUrlIsReportedWithoutShowingIt() {
		assertRefused(this.runner.withPropertyValues(URL + "=redis:/:canary@@host:x"), URL);
	}

	@Test
	void badSettingsAreNamed() {
		ApplicationContextRunner withUrl = this.runner.withPropertyValues(URL + "=redis://a");
		assertRefused(withUrl.withPropertyValues("leader-election.redis.wait-replicas=-1"),
				"leader-election.redis.wait-replicas is -1");
		for (String prefix : new String[] { "{x}", "a\r\nb", "x".repeat(256) }) {
			assertRefused(withUrl.withPropertyValues("leader-election.redis.key-prefix=" + prefix),
					"leader-election.redis.key-prefix cannot be used");
		}
	}

	private ApplicationContextRunner withRedis(String... properties) {
		return this.dataRedis
			.withPropertyValues(Stream.of(properties).map("spring.data.redis."::concat).toArray(String[]::new));
	}

	private static ApplicationContextRunner with(ApplicationContextRunner runner, RedisConnectionFactory factory) {
		return runner.withBean("redisOfTheApplication", RedisConnectionFactory.class, () -> factory);
	}

	private static ApplicationContextRunner withDetails(ApplicationContextRunner runner,
			DataRedisConnectionDetails details) {
		return runner.withBean(DataRedisConnectionDetails.class, () -> details);
	}

	private static void assertTarget(ApplicationContextRunner runner, String target) {
		runner.run((context) -> assertThat(target(context)).hasToString(target));
	}

	private static void assertRefused(ApplicationContextRunner runner, String... parts) {
		runner.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
			.withMessageContainingAll(parts)
			.satisfies((failure) -> assertThat(Throwables.getStackTrace(failure)).doesNotContain("canary")));
	}

	private static RedisTarget target(ApplicationContext context) {
		return (RedisTarget) ReflectionTestUtils.getField(context.getBean(LeaseStoreDescriptor.class).factory(),
				"target");
	}

	private static RedisURI uri(ApplicationContext context) {
		return target(context).uris().get(0);
	}

	private static LettuceConnectionFactory lettuceFromUrl() {
		return new LettuceConnectionFactory(
				LettuceConnectionFactory.createRedisConfiguration("redis://app:pw@cache:7001/2"));
	}

	private static RedisConnectionFactory proxied(RedisConnectionFactory factory, boolean subclass) {
		ProxyFactory proxy = new ProxyFactory(factory);
		proxy.setProxyTargetClass(subclass);
		return (RedisConnectionFactory) proxy.getProxy();
	}

	private static RedisConnectionFactory foreign() {
		return (RedisConnectionFactory) Proxy.newProxyInstance(RedisConnectionFactory.class.getClassLoader(),
				new Class<?>[] { RedisConnectionFactory.class }, (proxy, method, arguments) -> {
					throw new UnsupportedOperationException(method.getName());
				});
	}

	private static void assertLogin(RedisURI uri, @Nullable String username, String password) {
		RedisCredentials credentials = uri.getCredentialsProvider().resolveCredentials().block();
		assertThat(credentials.getUsername()).isEqualTo(username);
		assertThat(credentials.getPassword()).isEqualTo(password.toCharArray());
	}

	private static final class SentinelDetails implements DataRedisConnectionDetails {

		private String suffix = "";

		@Override
		public String getUsername() {
			return "app" + this.suffix;
		}

		@Override
		public String getPassword() {
			return "pw" + this.suffix;
		}

		@Override
		public Sentinel getSentinel() {
			return new Sentinel() {

				@Override
				public int getDatabase() {
					return 2;
				}

				@Override
				public String getMaster() {
					return "orders";
				}

				@Override
				public List<Node> getNodes() {
					return List.of(new Node("a", 1), new Node("b", 2));
				}

				@Override
				public String getUsername() {
					return "guard" + SentinelDetails.this.suffix;
				}

				@Override
				public String getPassword() {
					return "sentinel-pw" + SentinelDetails.this.suffix;
				}

			};
		}

	}

	private static final class ClusterDetails implements DataRedisConnectionDetails {

		@Override
		public Cluster getCluster() {
			return () -> List.of(new Node("a", 1), new Node("b", 2));
		}

	}

	private static final class ContainerDetails implements DataRedisConnectionDetails {

		@Override
		public Standalone getStandalone() {
			return Standalone.of("container", 4711);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Annotated {

		@Bean
		@LeaderElectionStore
		RedisConnectionFactory annotated() {
			return new LettuceConnectionFactory("annotated", 3);
		}

	}

	static class NoAddress implements RedisConfiguration {

	}

}
