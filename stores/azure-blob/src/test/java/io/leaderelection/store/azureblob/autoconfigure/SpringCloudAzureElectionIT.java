/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import java.time.Duration;

import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import io.leaderelection.servers.AzuriteServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application with the starter of Spring Cloud Azure and no other settings.
 */
@Tag("server")
class SpringCloudAzureElectionIT {

	@Test
	void theClientOfTheStarterIsUsed() {
		try (AzuriteServer server = AzuriteServer.open();
				ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
					.web(WebApplicationType.NONE)
					.properties("spring.application.name=orders",
							"spring.cloud.azure.storage.blob.connection-string=" + server.connectionString())
					.run()) {
			assertThat(context.getBean(BlobServiceClient.class).getAccountName()).isEqualTo(AzuriteServer.ACCOUNT);
			assertThat(context.getBean(LeaseStoreDescriptor.class).detect().strength()).isEqualTo(Strength.DETECTED);
			LeaderElections elections = context.getBean(LeaderElections.class);
			assertThat(elections.backend().type()).isEqualTo("azure-blob");
			await().atMost(Duration.ofMinutes(1)).until(() -> elections.get("default").isLeader());
		}
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
