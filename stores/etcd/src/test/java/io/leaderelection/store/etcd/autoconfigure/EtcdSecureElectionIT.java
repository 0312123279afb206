/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.TestCertificate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
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

	@Test
	void certificatesComeFromABundleOrFromFiles(@TempDir Path directory, CapturedOutput output) throws Exception {
		TestCertificate created = TestCertificate.create(directory);
		Path certificate = created.certificate();
		Path key = created.key();
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

	private static void assertLeads(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		LeaderElection election = context.getBean(LeaderElections.class).get("default");
		await().atMost(Duration.ofMinutes(1)).until(election::isLeader);
	}

}
