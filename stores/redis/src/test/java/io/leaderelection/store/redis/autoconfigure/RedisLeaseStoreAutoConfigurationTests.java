/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.util.List;

import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import io.leaderelection.store.redis.RedisTarget;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
import org.springframework.context.annotation.Primary;
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

/**
 * Tests the detection of connections in an application, without a server.
 */
class RedisLeaseStoreAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RedisLeaseStoreAutoConfiguration.class));

	private final ApplicationContextRunner dataRedis = this.runner
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class));

	@Test
	void nothingIsDetectedWithoutAConnection() {
		this.runner.run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
			assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(descriptor::factory)
				.withMessageContaining("leader-election.redis.url");
		});
	}

	@Test
	void theApplicationsConnectionIsDetectedAndCopied() {
		this.dataRedis
			.withPropertyValues("spring.data.redis.host=cache", "spring.data.redis.port=7000",
					"spring.data.redis.database=3", "spring.data.redis.username=app", "spring.data.redis.password=pw")
			.run((context) -> {
				LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
				assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
				assertThat(descriptor.detect().reason()).contains("redisConnectionFactory");
				assertThat(descriptor.factory()).hasFieldOrPropertyWithValue("target.cluster", false)
					.extracting("target")
					.hasToString("cache:7000");
				assertThat(descriptor.factory()).extracting("target.uris")
					.asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(RedisURI.class))
					.singleElement()
					.satisfies((uri) -> {
						assertThat(uri.getDatabase()).isEqualTo(3);
						RedisCredentials credentials = uri.getCredentialsProvider().resolveCredentials().block();
						assertThat(credentials.getUsername()).isEqualTo("app");
						assertThat(credentials.getPassword()).isEqualTo("pw".toCharArray());
					});
			});
	}

	@Test
	void aClusterIsCopied() {
		this.dataRedis.withPropertyValues("spring.data.redis.cluster.nodes=a:1,b:2")
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.hasFieldOrPropertyWithValue("target.cluster", true)
				.extracting("target")
				.hasToString("a:1,b:2"));
	}

	@Test
	void sentinelsAreCopied() {
		this.dataRedis
			.withPropertyValues("spring.data.redis.sentinel.master=orders", "spring.data.redis.sentinel.nodes=a:1,b:2")
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory()).extracting("target")
				.asString()
				.contains("a:1")
				.contains("b:2")
				.endsWith("#orders"));
	}

	@Test
	void sslIsCopied() {
		this.dataRedis.withPropertyValues("spring.data.redis.ssl.enabled=true")
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.extracting("target.uris")
				.asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(RedisURI.class))
				.singleElement()
				.satisfies((uri) -> assertThat(uri.isSsl()).isTrue()));
	}

	@Test
	void connectionDetailsAreHonoured() {
		this.dataRedis.withUserConfiguration(Details.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory()).extracting("target")
				.hasToString("container:4711"));
	}

	@Test
	void connectionDetailsReplaceAnUnknownFactory() {
		this.runner.withUserConfiguration(Details.class, ForeignFactory.class).run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.factory()).extracting("target").hasToString("container:4711");
		});
	}

	@Test
	@DisplayName("Sentinels of connection details are copied with both logins")
	void sentinelsOfConnectionDetailsAreCopied() {
		this.runner.withUserConfiguration(SentinelDetails.class, ForeignFactory.class).run((context) -> {
			RedisURI uri = target(context).uris().get(0);
			assertThat(uri.getSentinelMasterId()).isEqualTo("orders");
			assertThat(uri.getDatabase()).isEqualTo(2);
			assertLogin(uri, "app", "pw");
			assertThat(uri.getSentinels()).hasSize(2)
				.allSatisfy((sentinel) -> assertLogin(sentinel, "guard", "sentinel-pw"));
		});
	}

	@Test
	void credentialsOfConnectionDetailsAreReadAtEachConnect() {
		this.runner.withUserConfiguration(SentinelDetails.class, ForeignFactory.class).run((context) -> {
			RedisURI uri = target(context).uris().get(0);
			assertLogin(uri, "app", "pw");
			context.getBean(SentinelDetails.class).suffix = "-2";
			assertLogin(uri, "app-2", "pw-2");
			assertThat(uri.getSentinels()).allSatisfy((sentinel) -> assertLogin(sentinel, "guard-2", "sentinel-pw-2"));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis://:pw@cache:7001", "redis://%20:pw@cache:7001" })
	void blankUserNameIsOmitted(String url) {
		this.dataRedis.withPropertyValues("spring.data.redis.url=" + url)
			.run((context) -> assertLogin(target(context).uris().get(0), null, "pw"));
	}

	@Test
	void blankUserNameOfSentinelsIsOmitted() {
		this.dataRedis
			.withPropertyValues("spring.data.redis.sentinel.master=orders", "spring.data.redis.sentinel.nodes=a:1",
					"spring.data.redis.sentinel.username=", "spring.data.redis.sentinel.password=pw")
			.run((context) -> assertLogin(target(context).uris().get(0).getSentinels().get(0), null, "pw"));
	}

	@Test
	void userNameWithoutPasswordIsOmitted() {
		this.dataRedis.withPropertyValues("spring.data.redis.username=app").run((context) -> {
			RedisURI uri = target(context).uris().get(0);
			RedisCredentials credentials = uri.getCredentialsProvider().resolveCredentials().block();
			assertThat(credentials.hasUsername()).isFalse();
			assertThat(credentials.hasPassword()).isFalse();
		});
	}

	@Test
	void clusterOfConnectionDetailsIsCopied() {
		this.runner.withUserConfiguration(ClusterDetails.class, ForeignFactory.class).run((context) -> {
			assertThat(target(context).cluster()).isTrue();
			assertThat(target(context)).hasToString("a:1,b:2");
		});
	}

	@Test
	void aFactoryThatCannotBeCopiedIsNamed() {
		this.runner.withUserConfiguration(ForeignFactory.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("foreign")
				.withMessageContaining("leader-election.redis.url"));
	}

	@Test
	void thisMachineIsNotTakenForTheServerOfAnUnknownFactory() {
		this.dataRedis.withUserConfiguration(ForeignFactory.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("foreign"));
		this.dataRedis.withUserConfiguration(ForeignFactory.class)
			.withPropertyValues("spring.data.redis.host=localhost")
			.run((context) -> assertThat(target(context)).hasToString("localhost:6379"));
	}

	@Test
	void theQualifiedFactoryWinsOverThePrimaryOne() {
		this.runner.withUserConfiguration(Two.class, Qualified.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory()).extracting("target")
				.hasToString("qualified:3"));
	}

	@Test
	void thePrimaryFactoryWins() {
		this.runner.withUserConfiguration(Two.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory()).extracting("target")
				.hasToString("primary:1"));
	}

	@Test
	void severalFactoriesAreNamed() {
		this.runner.withUserConfiguration(ForeignFactory.class, Qualified.class, Qualified2.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("qualified, qualified2")
				.withMessageContaining("@LeaderElectionStore"));
	}

	@Test
	void jedisIsCopied() {
		this.runner.withUserConfiguration(Jedis.class)
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory()).extracting("target")
				.hasToString("localhost:6379"));
	}

	@Test
	void sslOfJedisIncludesItsSentinels() {
		this.runner.withUserConfiguration(SecureJedis.class).run((context) -> {
			RedisURI uri = target(context).uris().get(0);
			assertThat(uri.isSsl()).isTrue();
			assertThat(uri.getSentinels()).isNotEmpty().allMatch(RedisURI::isSsl);
		});
	}

	@Test
	void aListOfPrimaryAndReplicasIsRefused() {
		this.runner.withUserConfiguration(MasterReplica.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("leader-election.redis.url"));
	}

	@Test
	@DisplayName("A configuration made from a URL is copied, not the factory's default one")
	void configurationFromUrlIsCopied() {
		this.runner.withUserConfiguration(LettuceFromUrl.class).run((context) -> assertServerOfUrl(target(context)));
	}

	@ParameterizedTest
	@ValueSource(classes = { ProxiedLettuce.class, LettuceBehindInterface.class })
	void factoryBehindAProxyIsCopied(Class<?> configuration) {
		this.dataRedis.withUserConfiguration(configuration).run((context) -> assertServerOfUrl(target(context)));
	}

	@Test
	void proxyOfAListOfPrimaryAndReplicasIsRefused() {
		this.runner.withUserConfiguration(ProxiedMasterReplica.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("a fixed list of a primary and its replicas"));
	}

	@Test
	void unknownConfigurationIsRefused() {
		this.runner.withUserConfiguration(UnknownConfiguration.class)
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("cannot be read from a " + NoAddress.class.getName())
				.withMessageContaining("leader-election.redis.url"));
	}

	@Test
	void theOwnUrlIsConfiguredAndWins() {
		this.dataRedis.withPropertyValues("leader-election.redis.url=rediss://elections:7001/2").run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.CONFIGURED);
			assertThat(descriptor.factory()).extracting("target").hasToString("elections:7001");
		});
	}

	@Test
	void theOwnUrlWorksWithoutSpringData() {
		this.runner
			.withClassLoader(new FilteredClassLoader("org.springframework.data", "org.springframework.boot.data.redis"))
			.withPropertyValues("leader-election.redis.url=redis://a:1,redis://b:2")
			.run((context) -> assertThat(context.getBean(LeaseStoreDescriptor.class).factory())
				.hasFieldOrPropertyWithValue("target.cluster", true));
	}

	@Test
	void withoutLettuceNothingIsDetectedAndTheRemedyIsNamed() {
		this.runner.withClassLoader(new FilteredClassLoader(RedisClient.class.getPackageName())).run((context) -> {
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.name()).isEqualTo("redis");
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.NONE);
			assertThatExceptionOfType(LeaderElectionConfigurationException.class).isThrownBy(descriptor::factory)
				.withMessageContaining("io.lettuce:lettuce-core");
		});
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
		this.runner.withPropertyValues("leader-election.redis.url=redis:/:canary@@host:x")
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("leader-election.redis.url")
				.satisfies((failure) -> assertThat(failure).hasMessageNotContaining("canary").hasNoCause()));
	}

	@Test
	void badSettingsAreNamed() {
		ApplicationContextRunner withUrl = this.runner.withPropertyValues("leader-election.redis.url=redis://a");
		withUrl.withPropertyValues("leader-election.redis.wait-replicas=-1")
			.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
				.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
				.withMessageContaining("leader-election.redis.wait-replicas is -1"));
		for (String prefix : new String[] { "{x}", "a\r\nb", "x".repeat(256) }) {
			withUrl.withPropertyValues("leader-election.redis.key-prefix=" + prefix)
				.run((context) -> assertThatExceptionOfType(LeaderElectionConfigurationException.class)
					.isThrownBy(() -> context.getBean(LeaseStoreDescriptor.class).factory())
					.withMessageContaining("leader-election.redis.key-prefix cannot be used"));
		}
	}

	private static RedisTarget target(ApplicationContext context) {
		return (RedisTarget) ReflectionTestUtils.getField(context.getBean(LeaseStoreDescriptor.class).factory(),
				"target");
	}

	private static void assertServerOfUrl(RedisTarget target) {
		assertThat(target).hasToString("cache:7001");
		assertThat(target.uris()).singleElement().satisfies((uri) -> {
			assertThat(uri.getDatabase()).isEqualTo(2);
			assertLogin(uri, "app", "pw");
		});
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

	private static void assertLogin(RedisURI uri, @Nullable String username, String password) {
		RedisCredentials credentials = uri.getCredentialsProvider().resolveCredentials().block();
		assertThat(credentials.getUsername()).isEqualTo(username);
		assertThat(credentials.getPassword()).isEqualTo(password.toCharArray());
	}

	@Configuration(proxyBeanMethods = false)
	static class SentinelDetails {

		private String suffix = "";

		@Bean
		DataRedisConnectionDetails details() {
			return new DataRedisConnectionDetails() {

				@Override
				public String getUsername() {
					return "app" + SentinelDetails.this.suffix;
				}

				@Override
				public String getPassword() {
					return "pw" + SentinelDetails.this.suffix;
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

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ClusterDetails {

		@Bean
		DataRedisConnectionDetails details() {
			return new DataRedisConnectionDetails() {

				@Override
				public Cluster getCluster() {
					return () -> List.of(new Node("a", 1), new Node("b", 2));
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SecureJedis {

		@Bean
		RedisConnectionFactory jedis() {
			JedisConnectionFactory factory = new JedisConnectionFactory(
					new RedisSentinelConfiguration().master("orders").sentinel("a", 1).sentinel("b", 2),
					JedisClientConfiguration.builder().useSsl().build());
			// A start would connect to the Sentinels
			factory.setEarlyStartup(false);
			factory.setAutoStartup(false);
			return factory;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Details {

		@Bean
		DataRedisConnectionDetails details() {
			return new DataRedisConnectionDetails() {

				@Override
				public Standalone getStandalone() {
					return Standalone.of("container", 4711);
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ForeignFactory {

		@Bean
		RedisConnectionFactory foreign() {
			return (RedisConnectionFactory) java.lang.reflect.Proxy.newProxyInstance(getClass().getClassLoader(),
					new Class<?>[] { RedisConnectionFactory.class }, (proxy, method, arguments) -> {
						throw new UnsupportedOperationException(method.getName());
					});
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Two {

		@Bean
		@Primary
		RedisConnectionFactory primary() {
			return new LettuceConnectionFactory("primary", 1);
		}

		@Bean
		RedisConnectionFactory other() {
			return new LettuceConnectionFactory("other", 2);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Qualified {

		@Bean
		@LeaderElectionStore
		RedisConnectionFactory qualified() {
			return new LettuceConnectionFactory("qualified", 3);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Qualified2 {

		@Bean
		@LeaderElectionStore
		RedisConnectionFactory qualified2() {
			return new LettuceConnectionFactory("qualified", 4);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Jedis {

		@Bean
		RedisConnectionFactory jedis() {
			return new JedisConnectionFactory();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MasterReplica {

		@Bean
		RedisConnectionFactory masterReplica() {
			return new LettuceConnectionFactory(new RedisStaticMasterReplicaConfiguration("a", 1));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LettuceFromUrl {

		@Bean
		RedisConnectionFactory lettuce() {
			return lettuceFromUrl();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ProxiedLettuce {

		@Bean
		RedisConnectionFactory lettuce() {
			return proxied(lettuceFromUrl(), true);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LettuceBehindInterface {

		@Bean
		RedisConnectionFactory lettuce() {
			return proxied(lettuceFromUrl(), false);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ProxiedMasterReplica {

		@Bean
		RedisConnectionFactory masterReplica() {
			return proxied(new LettuceConnectionFactory(new RedisStaticMasterReplicaConfiguration("a", 1)), true);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UnknownConfiguration {

		@Bean
		RedisConnectionFactory lettuce() {
			return new LettuceConnectionFactory(new NoAddress());
		}

	}

	static class NoAddress implements RedisConfiguration {

	}

}
