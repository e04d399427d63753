"""The HTTP API: the handlers' own routes, who may call them, how often, and what is logged."""

from __future__ import annotations

from collections.abc import Mapping

import pulumi
import pulumi_aws as aws

from infra.handlers import API_TIMEOUT_SECONDS, ApiRoute, api_routes
from infra.lambdas import Function
from infra.stack import Stack

#: Logged for each request. No header, no query, no body: they may hold secrets.
ACCESS_LOG = {
    "requestId": "$context.requestId",
    "time": "$context.requestTime",
    "method": "$context.httpMethod",
    "route": "$context.routeKey",
    "status": "$context.status",
    "milliseconds": "$context.responseLatency",
    "functionMilliseconds": "$context.integrationLatency",
    "functionStatus": "$context.integrationStatus",
    "bytes": "$context.responseLength",
    "ip": "$context.identity.sourceIp",
    "error": "$context.error.message",
    "functionError": "$context.integrationErrorMessage",
}
#: Who asked, by the way in which callers say so.
SUBJECT = {
    "jwt": "$context.authorizer.claims.sub",
    "iam": "$context.identity.userArn",
    "none": "-",
}
#: Health checks a second. Everybody may call that route, and each call may ask the database.
HEALTH_RATE = 5


class HttpApi(pulumi.ComponentResource):
    """API Gateway in front of the functions."""

    def __init__(
        self,
        name: str,
        stack: Stack,
        functions: Mapping[str, Function],
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("regent:infra:HttpApi", name, None, opts)
        self._stack = stack
        self._child = pulumi.ResourceOptions(parent=self)
        self.api = aws.apigatewayv2.Api(
            "api",
            name=stack.prefix,
            protocol_type="HTTP",
            description="Regent",
            cors_configuration=self._cors(),
            opts=self._child,
        )
        self._authorizer = self._jwt_authorizer() if stack.config.auth_mode == "jwt" else None
        targets = {name: self._integration(name, function) for name, function in functions.items()}
        routes = [
            self._route(route, targets[route.function])
            for route in api_routes(
                stack.config.auth_mode, public_metrics=stack.config.public_metrics
            )
        ]
        self.stage = self._stage(routes)
        self.url = self.api.api_endpoint
        #: What the record of one's own address in DNS points to.
        self.domain_target: pulumi.Input[str] = ""
        if stack.config.domain_name:
            self.url = pulumi.Output.from_input(f"https://{stack.config.domain_name}")
            self.domain_target = self._domain(stack.config.domain_name)
        self.register_outputs({"url": self.url})

    def _domain(self, name: str) -> pulumi.Output[str]:
        domain = aws.apigatewayv2.DomainName(
            "api",
            domain_name=name,
            domain_name_configuration=aws.apigatewayv2.DomainNameDomainNameConfigurationArgs(
                certificate_arn=str(self._stack.config.certificate_arn),
                endpoint_type="REGIONAL",
                security_policy="TLS_1_2",
            ),
            opts=self._child,
        )
        aws.apigatewayv2.ApiMapping(
            "api",
            api_id=self.api.id,
            domain_name=domain.id,
            stage=self.stage.id,
            opts=self._child,
        )
        return domain.domain_name_configuration.target_domain_name

    def _cors(self) -> aws.apigatewayv2.ApiCorsConfigurationArgs | None:
        origins = self._stack.config.cors_origins
        if not origins:
            return None
        return aws.apigatewayv2.ApiCorsConfigurationArgs(
            allow_origins=list(origins),
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["authorization", "content-type", "regent-client"],
            expose_headers=["retry-after", "regent-queue", "regent-request-id", "x-next-cursor"],
            max_age=3_600,
        )

    def _jwt_authorizer(self) -> aws.apigatewayv2.Authorizer:
        config = self._stack.config
        return aws.apigatewayv2.Authorizer(
            "jwt",
            api_id=self.api.id,
            name="jwt",
            authorizer_type="JWT",
            identity_sources=["$request.header.Authorization"],
            jwt_configuration=aws.apigatewayv2.AuthorizerJwtConfigurationArgs(
                issuer=config.jwt_issuer, audiences=list(config.jwt_audience)
            ),
            opts=self._child,
        )

    def _integration(self, name: str, function: Function) -> aws.apigatewayv2.Integration:
        aws.lambda_.Permission(
            name,
            function=function.function.name,
            action="lambda:InvokeFunction",
            principal="apigateway.amazonaws.com",
            source_arn=pulumi.Output.concat(self.api.execution_arn, "/*/*"),
            opts=self._child,
        )
        return aws.apigatewayv2.Integration(
            name,
            api_id=self.api.id,
            integration_type="AWS_PROXY",
            integration_method="POST",
            integration_uri=function.function.invoke_arn,
            payload_format_version="2.0",
            timeout_milliseconds=API_TIMEOUT_SECONDS * 1_000,
            opts=self._child,
        )

    def _route(
        self, route: ApiRoute, integration: aws.apigatewayv2.Integration
    ) -> aws.apigatewayv2.Route:
        mode = self._stack.config.auth_mode
        kinds = {"jwt": "JWT", "iam": "AWS_IAM", "none": "NONE"}
        kind = "NONE" if route.is_public else kinds[mode]
        return aws.apigatewayv2.Route(
            route.key,
            api_id=self.api.id,
            route_key=route.key,
            target=pulumi.Output.concat("integrations/", integration.id),
            authorization_type=kind,
            authorizer_id=self._authorizer.id if self._authorizer and kind == "JWT" else None,
            opts=self._child,
        )

    def _stage(self, routes: list[aws.apigatewayv2.Route]) -> aws.apigatewayv2.Stage:
        config = self._stack.config
        log = self._access_log() if config.access_log else None
        return aws.apigatewayv2.Stage(
            "api",
            api_id=self.api.id,
            name="$default",
            auto_deploy=True,
            access_log_settings=log,
            route_settings=[
                aws.apigatewayv2.StageRouteSettingArgs(
                    route_key="GET /health",
                    throttling_rate_limit=HEALTH_RATE,
                    throttling_burst_limit=HEALTH_RATE,
                )
            ],
            default_route_settings=aws.apigatewayv2.StageDefaultRouteSettingsArgs(
                throttling_rate_limit=config.throttle_rate,
                throttling_burst_limit=config.throttle_burst,
            ),
            # One deployment with all routes, instead of one after each.
            opts=pulumi.ResourceOptions(parent=self, depends_on=routes),
        )

    def _access_log(self) -> aws.apigatewayv2.StageAccessLogSettingsArgs:
        config = self._stack.config
        log = aws.cloudwatch.LogGroup(
            "access",
            # API Gateway may write below this prefix by AWS's own policy. Elsewhere each stack adds
            # to one policy of the account, which has little room.
            name=f"/aws/vendedlogs/apigateway/{self._stack.prefix}",
            retention_in_days=config.log_retention_days,
            opts=self._child,
        )
        return aws.apigatewayv2.StageAccessLogSettingsArgs(
            destination_arn=log.arn,
            format=pulumi.Output.json_dumps({**ACCESS_LOG, "subject": SUBJECT[config.auth_mode]}),
        )
