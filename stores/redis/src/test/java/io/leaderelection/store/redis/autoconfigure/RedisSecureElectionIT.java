/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.RedisServer;
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

	private static final char[] PASSWORD = "changeit".toCharArray();

	@Test
	void sslAndLoginAreThoseOfTheApplication(@TempDir Path directory, CapturedOutput output) throws Exception {
		Path store = makeKeys(directory);
		int sslPort = Loopback.freePort();
		try (RedisServer server = RedisServer.open("--tls-port", Integer.toString(sslPort), "--tls-cert-file",
				directory.resolve("certificate.pem").toString(), "--tls-key-file",
				directory.resolve("key.pem").toString(), "--tls-ca-cert-file",
				directory.resolve("certificate.pem").toString(), "--tls-auth-clients", "no", "--user", "app", "on",
				">secret", "~*", "&*", "+@all")) {
			ApplicationContextRunner runner = new ApplicationContextRunner()
				.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class,
						RedisLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
				.withPropertyValues("spring.application.name=orders", "leader-election.lease-duration=2s",
						"spring.data.redis.host=" + Loopback.HOST, "spring.data.redis.port=" + sslPort,
						"spring.data.redis.username=app", "spring.data.redis.password=secret",
						"spring.ssl.bundle.jks.redis.truststore.location=file:" + store,
						"spring.ssl.bundle.jks.redis.truststore.password=" + new String(PASSWORD));
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

	private static Path makeKeys(Path directory) throws Exception {
		Path store = directory.resolve("keys.p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-alias", "redis", "-keyalg", "EC", "-dname", "CN=localhost", "-ext",
				"SAN=IP:" + Loopback.HOST, "-validity", "30", "-storetype", "PKCS12", "-storepass",
				new String(PASSWORD), "-keystore", store.toString())
			.inheritIO()
			.start();
		assertThat(keytool.waitFor(1, TimeUnit.MINUTES)).isTrue();
		assertThat(keytool.exitValue()).isZero();
		KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
		Key key = keys.getKey("redis", PASSWORD);
		Certificate certificate = keys.getCertificate("redis");
		writePem(directory.resolve("key.pem"), "PRIVATE KEY", key.getEncoded());
		writePem(directory.resolve("certificate.pem"), "CERTIFICATE", certificate.getEncoded());
		Path trusted = directory.resolve("trusted.p12");
		KeyStore trust = KeyStore.getInstance("PKCS12");
		trust.load(null, PASSWORD);
		trust.setCertificateEntry("redis", certificate);
		try (var out = Files.newOutputStream(trusted)) {
			trust.store(out, PASSWORD);
		}
		return trusted;
	}

	private static void writePem(Path file, String type, byte[] content) throws Exception {
		Files.writeString(file,
				"-----BEGIN " + type + "-----\n"
						+ Base64.getMimeEncoder(64, new byte[] { '\n' }).encodeToString(content) + "\n-----END " + type
						+ "-----\n");
	}

}
