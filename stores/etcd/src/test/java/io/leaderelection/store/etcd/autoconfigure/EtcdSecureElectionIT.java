/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.Loopback;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Elections over an etcd with TLS and client certificates.
 */
@Tag("server")
@ExtendWith(OutputCaptureExtension.class)
class EtcdSecureElectionIT {

	private static final char[] PASSWORD = "changeit".toCharArray();

	@Test
	void certificatesComeFromABundleOrFromFiles(@TempDir Path directory, CapturedOutput output) throws Exception {
		createKeys(directory);
		Path certificate = directory.resolve("certificate.pem");
		Path key = directory.resolve("key.pem");
		try (EtcdServer server = EtcdServer.openSecured(certificate, key, "--trusted-ca-file", certificate.toString(),
				"--client-cert-auth")) {
			ApplicationContextRunner runner = new ApplicationContextRunner()
				.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class,
						EtcdLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
				.withPropertyValues("spring.application.name=orders",
						"leader-election.etcd.endpoints=" + server.endpoint(), "leader-election.lease-duration=1m",
						"leader-election.retry-interval=200ms");
			ApplicationContextRunner bundled = runner.withPropertyValues(
					"spring.ssl.bundle.pem.etcd.keystore.certificate=file:" + certificate,
					"spring.ssl.bundle.pem.etcd.keystore.private-key=file:" + key,
					"spring.ssl.bundle.pem.etcd.truststore.certificate=file:" + certificate,
					"leader-election.etcd.ssl.bundle=etcd");
			bundled.run(EtcdSecureElectionIT::assertLeads);
			runner
				.withPropertyValues("leader-election.etcd.ssl.certificate-authority=file:" + certificate,
						"leader-election.etcd.ssl.certificate=file:" + certificate,
						"leader-election.etcd.ssl.private-key=file:" + key)
				.run(EtcdSecureElectionIT::assertLeads);
			runner.run((context) -> {
				LeaderElections elections = context.getBean(LeaderElections.class);
				await().atMost(Duration.ofMinutes(1))
					.until(() -> output.getAll()
						.contains("etcd at " + Loopback.HOST + ":" + server.port() + " cannot be reached")
							&& output.getAll().contains("Correct the SSL settings of leader-election.etcd"));
				assertThat(elections.get("default").isLeader()).as("an untrusted certificate").isFalse();
			});
		}
	}

	private static void assertLeads(
			org.springframework.boot.test.context.assertj.AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		LeaderElection election = context.getBean(LeaderElections.class).get("default");
		await().atMost(Duration.ofMinutes(1)).until(election::isLeader);
	}

	private static void createKeys(Path directory) throws Exception {
		Path store = directory.resolve("keys.p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-alias", "etcd", "-keyalg", "EC", "-dname", "CN=localhost", "-ext",
				"SAN=IP:" + Loopback.HOST, "-validity", "30", "-storetype", "PKCS12", "-storepass",
				new String(PASSWORD), "-keystore", store.toString())
			.inheritIO()
			.start();
		assertThat(keytool.waitFor(1, TimeUnit.MINUTES)).isTrue();
		assertThat(keytool.exitValue()).isZero();
		KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
		writePem(directory.resolve("key.pem"), "PRIVATE KEY", keys.getKey("etcd", PASSWORD).getEncoded());
		writePem(directory.resolve("certificate.pem"), "CERTIFICATE", keys.getCertificate("etcd").getEncoded());
	}

	private static void writePem(Path file, String type, byte[] content) throws Exception {
		Files.writeString(file,
				"-----BEGIN " + type + "-----\n"
						+ Base64.getMimeEncoder(64, new byte[] { '\n' }).encodeToString(content) + "\n-----END " + type
						+ "-----\n");
	}

}
