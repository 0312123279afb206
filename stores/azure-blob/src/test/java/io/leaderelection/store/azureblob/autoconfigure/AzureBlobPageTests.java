/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Detection.Strength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the configuration on the store's documentation page, with the starter of Spring
 * Cloud Azure.
 */
class AzureBlobPageTests {

	@Test
	void clientOfTheStarterIsFound(@TempDir Path directory) throws Exception {
		Matcher yaml = Pattern.compile("^```yaml\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(Files.readString(Path.of("..", "..", "docs", "stores", "azure-blob.md")));
		assertThat(yaml.find()).isTrue();
		Path file = Files.writeString(directory.resolve("application.yml"), yaml.group(1));
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("spring.config.location=" + file.toUri(), "spring.application.name=orders",
					"leader-election.mode=never")
			.run()) {
			assertThat(context.getBean(BlobServiceClient.class).getAccountName()).isEqualTo("ordersaccount");
			LeaseStoreDescriptor descriptor = context.getBean(LeaseStoreDescriptor.class);
			assertThat(descriptor.detect().strength()).isEqualTo(Strength.DETECTED);
			assertThat(descriptor.factory()).isNotNull();
		}
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
