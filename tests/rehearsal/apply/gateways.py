"""API Gateway: HTTP APIs."""

from __future__ import annotations

from tests.rehearsal.apply.registry import Applied, Inputs, Registry, named
from tests.rehearsal.cloud import ACCOUNT, REGION, Cloud
from tests.rehearsal.records import Resource

TYPES = Registry()
_V2 = "apigatewayv2"


@TYPES.add("apigatewayv2/api:Api")
def api(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    made = cloud.ask(_V2, "CreateApi", inputs, Name=name)
    id_ = made["ApiId"]
    outputs = {
        "apiEndpoint": f"https://{id_}.execute-api.{REGION}.amazonaws.com",
        "arn": f"arn:aws:apigateway:{REGION}::/apis/{id_}",
        "executionArn": f"arn:aws:execute-api:{REGION}:{ACCOUNT}:{id_}",
        "name": name,
    }
    return id_, outputs


@TYPES.add("apigatewayv2/stage:Stage")
def stage(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    inputs["routeSettings"] = {
        setting["routeKey"]: {key: value for key, value in setting.items() if key != "routeKey"}
        for setting in inputs.get("routeSettings", [])
    } or None
    cloud.ask(_V2, "CreateStage", inputs, StageName=name)
    api_id = inputs["apiId"]
    path = "" if name == "$default" else name
    outputs = {
        "arn": f"arn:aws:apigateway:{REGION}::/apis/{api_id}/stages/{name}",
        "executionArn": f"arn:aws:execute-api:{REGION}:{ACCOUNT}:{api_id}/{name}",
        "invokeUrl": f"https://{api_id}.execute-api.{REGION}.amazonaws.com/{path}",
        "name": name,
    }
    return name, outputs


@TYPES.add("apigatewayv2/authorizer:Authorizer")
def authorizer(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    names = {"identitySources": "IdentitySource", "jwtConfiguration.audiences": "Audience"}
    made = cloud.ask(_V2, "CreateAuthorizer", inputs, names, Name=name)
    return made["AuthorizerId"], {"name": name}


@TYPES.add("apigatewayv2/integration:Integration")
def integration(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    names = {"timeoutMilliseconds": "TimeoutInMillis"}
    return cloud.ask(_V2, "CreateIntegration", inputs, names)["IntegrationId"], {}


@TYPES.add("apigatewayv2/domainName:DomainName")
def domain_name(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name, given = inputs["domainName"], inputs["domainNameConfiguration"]
    wanted = {
        "CertificateArn": given["certificateArn"],
        "EndpointType": given["endpointType"],
        "SecurityPolicy": given["securityPolicy"],
    }
    cloud.call(
        _V2, "CreateDomainName",
        DomainName=name, DomainNameConfigurations=[wanted], Tags=inputs.get("tags"),
    )  # fmt: skip
    target = {"targetDomainName": f"d-0.execute-api.{REGION}.amazonaws.com"}
    return name, {"domainNameConfiguration": {**given, **target}}


@TYPES.add("apigatewayv2/apiMapping:ApiMapping")
def api_mapping(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    return cloud.ask(_V2, "CreateApiMapping", inputs)["ApiMappingId"], {}


@TYPES.add("apigatewayv2/route:Route")
def route(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    return cloud.ask(_V2, "CreateRoute", inputs)["RouteId"], {}
