/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
import io.leaderelection.servers.TestCertificate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that the store's connection uses the SSL settings, the user and the password of
 * the application's.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
class RedisSecureElectionIT {

	@Test
	void sslAndLoginAreThoseOfTheApplication(@TempDir Path directory, CapturedOutput output) throws Exception {
		TestCertificate created = TestCertificate.create(directory);
		String certificate = created.certificate().toString();
		int sslPort = Loopback.freePort();
		try (RedisServer server = RedisServer.open("--tls-port", Integer.toString(sslPort), "--tls-cert-file",
				certificate, "--tls-key-file", created.key().toString(), "--tls-ca-cert-file", certificate,
				"--tls-auth-clients", "no", "--user", "app", "on", ">secret", "~*", "&*", "+@all")) {
			ApplicationContextRunner runner = new ApplicationContextRunner()
				.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class,
						RedisLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
				.withPropertyValues("spring.application.name=orders", "leader-election.lease-duration=2s",
						"spring.data.redis.host=" + Loopback.HOST, "spring.data.redis.port=" + sslPort,
						"spring.data.redis.username=app", "spring.data.redis.password=secret",
						"spring.ssl.bundle.pem.redis.truststore.certificate=file:" + certificate);
			runner.withPropertyValues("spring.data.redis.ssl.bundle=redis").run((context) -> {
				LeaderElection election = context.getBean(LeaderElections.class).get("default");
				await().atMost(Duration.ofMinutes(1)).until(election::isLeader);
			});
			runner.withPropertyValues("spring.data.redis.ssl.enabled=true").run((context) -> {
				LeaderElections elections = context.getBean(LeaderElections.class);
				await().atMost(Duration.ofMinutes(1))
					.until(() -> output.getAll()
						.contains("Redis at " + Loopback.HOST + ":" + sslPort + " cannot be reached"));
				assertThat(elections.get("default").isLeader()).as("an untrusted certificate").isFalse();
			});
		}
	}

}
