# moto_server with stand-ins for what its CloudFormation does not know and other resources refer to.
import sys

from moto.core.common_models import CloudFormationModel
from moto.server import main


def stand_in(kind: str, attributes: dict[str, str]) -> None:
    """A resource that exists, has a name and these attributes, and does nothing."""

    class StandIn(CloudFormationModel):
        # moto finds the service of a class by where it is.
        __module__ = "moto.cloudformation.models"

        def __init__(self, name: str) -> None:
            self.physical_resource_id = name

        @staticmethod
        def cloudformation_name_type() -> str:
            return ""

        @staticmethod
        def cloudformation_type() -> str:
            return kind

        @classmethod
        def has_cfn_attr(cls, attr: str) -> bool:
            return attr in attributes

        def get_cfn_attribute(self, attribute_name: str) -> str:
            return attributes[attribute_name]

        @classmethod
        def create_from_cloudformation_json(cls, resource_name, *_args, **_more):
            return cls(resource_name)

        @classmethod
        def update_from_cloudformation_json(cls, original_resource, *_args, **_more):
            return original_resource

        @classmethod
        def delete_from_cloudformation_json(cls, *_args, **_more) -> None:
            return None

    known.append(StandIn)


# moto asks for the classes that there are: they live as long as these.
known: list[type] = []
stand_in("AWS::CloudFront::Distribution", {"DomainName": "edge.cloudfront.test"})
stand_in("AWS::CloudFront::OriginAccessControl", {"Id": "access"})
stand_in("AWS::CloudFront::CachePolicy", {"Id": "reads"})
stand_in("AWS::CloudFront::OriginRequestPolicy", {"Id": "requests"})
stand_in("AWS::ApiGatewayV2::Api", {"ApiId": "api"})

main(sys.argv[1:])
